// atob and btoa (https://html.spec.whatwg.org/#atob).
const { need } = require('internal/webidl');

function invalid(message) {
  const { DOMException } = require('web/dom_exception');
  return new DOMException(message, 'InvalidCharacterError');
}

// Methods, since functions of the global object are no constructors.
const functions = {
  atob(data) {
    need(1, arguments.length, 'atob');
    const text = native.decode(`${data}`);
    if (text === undefined) throw invalid('The string to be decoded is not correctly encoded.');
    return text;
  },
  btoa(data) {
    need(1, arguments.length, 'btoa');
    const text = native.encode(`${data}`);
    if (text === undefined) throw invalid('Invalid character');
    return text;
  },
};

return { atob: functions.atob, btoa: functions.btoa };
