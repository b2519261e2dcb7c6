// A job's function has no caller: what it tail-calls has none either, whatever has to be done to enter that.
'use strict';

// The names of the frames that a new error sees.
function frames() {
  return new Error('here').stack.split('\n').slice(1).map((line) => line.trim().split(' ')[1]).join(' < ');
}

function inEval() { return eval('frames()'); }
function withArguments() { return arguments.length + ' ' + frames(); }
function withRest(...all) { return all.length + ' ' + frames(); }
const sloppy = new Function('return typeof this + " " + frames()');
const sloppyArguments = new Function('a', 'arguments[0] = 7; return a + " " + frames()');
function thrower() { throw new Error('thrown'); }
function* generator() { yield frames(); }
async function asynchronous() { return frames(); }

globalThis.frames = frames;

function later(name, job) {
  return Promise.resolve().then(job).then((value) => print(name + ': ' + value), (e) => print(name + ' threw ' + e.message));
}

let all = Promise.resolve();
function test(name, job) {
  all = all.then(() => later(name, job));
}

for (const round of ['first', 'again']) {
  test(round + ' eval', function f() { return inEval(); });
  test(round + ' arguments', function f() { return withArguments(1, 2, 3); });
  test(round + ' rest', function f() { return withRest(1, 2, 3, 4); });
  test(round + ' spread', function f() { return withRest(...[1, 2], ...[3]); });
  test(round + ' this', function f() { return sloppy.call(5); });
  test(round + ' sloppy', function f() { return sloppy(); });
  test(round + ' mapped', function f() { return sloppyArguments(1); });
  test(round + ' throw', function f() { return thrower(); });
  test(round + ' generator', function f() { return generator().next().value; });
  test(round + ' async', function f() { return asynchronous(); });
  test(round + ' chain', function f() { function a() { return b(); } function b() { return frames(); } return a(); });
}

// The same many times: compiled code replaces frames, too.
all.then(() => {
  let left = 3000;
  function again() { return step(left); }
  function step(n) { return n > 0 ? (left--, undefined) : frames(); }
  (function go() { Promise.resolve().then(again).then((v) => { if (v === undefined) go(); else print('many: ' + v); }); })();
});
setTimeout(function f() { return timed(); }, 1);
function timed() { print('timer: ' + frames()); }
