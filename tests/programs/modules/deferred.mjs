// oracle: by hand
// import defer: a module is loaded and linked, and evaluated when its namespace is asked for an export.
import { log } from './lib/log.mjs';
import defer * as plain from './lib/defer_plain.mjs';
import defer * as throwing from './lib/defer_throws.mjs';
import defer * as waiting from './lib/defer_imports_await.mjs';
import defer * as self from './deferred.mjs';
import * as eager from './lib/defer_reexports.mjs';
import { later } from './lib/defer_reexports.mjs';

const attempt = (f) => { try { return f(); } catch (e) { return e.name ?? e; } };
log.push('main');
print(log.join());
print(Object.prototype.toString.call(plain), Object.getPrototypeOf(plain), Object.isExtensible(plain), plain.then, 'then' in plain, plain[Symbol.iterator], Reflect.set(plain, 'value', 1), Reflect.preventExtensions(plain));
print(log.join());
print(plain.value, log.join());
print(Object.keys(plain).join(), plain.missing, Object.hasOwn(plain, 'then'), Reflect.defineProperty(plain, 'value', { value: 'plain' }), Reflect.defineProperty(plain, Symbol(), { value: 1 }));
print(attempt(() => throwing.x), attempt(() => throwing.x), attempt(() => Object.keys(throwing)), log.filter((l) => l === 'throws').length);
print(waiting.value, log.join());
print(attempt(() => self.anything));
print(later === eager.later, Object.prototype.toString.call(later), log.includes('later'), later.value, log.includes('later'));
plain.bump();
print(plain.count);

const again = await import.defer('./lib/defer_plain.mjs');
print(again === plain, again === await import('./lib/defer_plain.mjs'));
const dynamic = await import.defer('./lib/defer_dynamic.mjs');
print(log.includes('dynamic'), dynamic.value, log.includes('dynamic'));
const awaited = await import.defer('./lib/defer_awaits.mjs');
print(log.includes('awaits'), awaited.value);
for (const load of [() => import.source('./lib/leaf.mjs'), () => import.source('./lib/none.mjs'), () => import.defer('./lib/syntax_error.mjs'), () => import('./lib/defer_source.mjs')]) {
  try { await load(); print('none'); } catch (e) { print(e.name); }
}
