// Errors of the operating system: built-ins return the error's number, negative, and `check` makes an Error of that.

const { systemError } = require('node/internal/errors');

let byNumber;

/** number to [name, words] */
function systemErrors() {
  if (byNumber === undefined) {
    byNumber = new Map();
    const all = native.errors();
    for (let i = 0; i < all.length; i += 3) byNumber.set(all[i], [all[i + 1], all[i + 2]]);
  }
  return byNumber;
}

function errorOf(errno, syscall, path, dest, hide = errorOf) {
  const [code, message] = systemErrors().get(errno) ?? [`Unknown system error ${errno}`, `Unknown system error ${errno}`];
  return systemError({ errno, code, message }, syscall, path, dest, hide);
}

/** A built-in's result, if it is one. */
function check(result, syscall, path, dest) {
  if (typeof result === 'number' && result < 0) throw errorOf(result, syscall, path, dest, check);
  return result;
}

return { check, errorOf, systemErrors };
