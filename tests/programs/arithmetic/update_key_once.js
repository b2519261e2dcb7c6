// oracle: by hand
// A property key is converted once for the read and the write of an update (GetValue keeps
// the converted key in the reference; V8 converts it twice).
const log = [];
const key = { toString() { log.push('key'); return 'q'; } };
const target = { q: 1 };
function base() { log.push('base'); return target; }
function show() { print(log.join(), target.q); log.length = 0; }
target[key]++;
show();
++target[key];
show();
target[key]--;
show();
--target[key];
show();
base()[(log.push('expression'), key)]++;
show();
base()[(log.push('expression'), key)] += (log.push('value'), 10);
show();
target[key] -= 2;
show();
target[key] **= 2;
show();
target[key] &&= 5;
show();
target[key] ||= 6;
show();
target[key] ??= 7;
show();
target.q = null;
target[key] ??= 8;
show();
target[key] = 9;
show();
class Base { get q() { return 20; } set q(value) { log.push('set ' + value); } }
class Derived extends Base { run() { super[key]++; super[key] += 2; } }
new Derived().run();
show();
