// What programs observe, they log: one line an observation. Describing runs neither getters nor traps.
var quiet = new WeakSet();
// What may call itself by way of other objects asks for fuel, which every observed call gets anew.
var budget = 300;
function fuel() { return budget-- > 0; }
function settle(p) { p.then(log, log); }
var UserError = class UserError extends Error {};
function describe(v, depth) {
  switch (typeof v) {
    case 'number': return v === 0 && 1 / v < 0 ? '-0' : String(v);
    case 'string': return v.length > 60 ? v.length + ":'" + v.slice(0, 30) + "'" : "'" + v + "'";
    case 'bigint': return v + 'n';
    case 'undefined': case 'boolean': case 'symbol': return String(v);
    case 'function': return 'function';
  }
  if (v === null) return 'null';
  if (quiet.has(v)) return 'proxy';
  if (v instanceof Error) return v.constructor === UserError ? 'UserError ' + v.message : v.name;
  if (depth <= 0) return 'object';
  var keys = Reflect.ownKeys(v), text = Array.isArray(v) ? 'Array ' : ArrayBuffer.isView(v) ? 'View ' : '';
  text += keys.length + (Object.isExtensible(v) ? '{' : '!{');
  for (var i = 0; i < keys.length && i < 9; i++) {
    var d = Object.getOwnPropertyDescriptor(v, keys[i]);
    if (!d) continue;
    text += String(keys[i]) + (d.enumerable ? ':' : '~') + ('value' in d ? (d.writable ? '' : '=') + describe(d.value, depth - 1) : d.set ? 'get set' : 'get') + ',';
  }
  return text + '}';
}
function log(v) { print(describe(v, 2)); return v; }
// Keeps what grows in a loop from growing without end.
function clip(v) {
  if (typeof v === 'string') return v.length > 400 ? v.slice(7, 60) : v;
  if (typeof v === 'bigint') return BigInt.asIntN(128, v);
  if (Array.isArray(v) && !quiet.has(v) && v.length > 200) { try { v.length = 11; } catch { return []; } }
  return v;
}
