// oracle: by hand
// Temporal's objects as objects: the namespace that fills itself when it is used, subclasses, receivers, the order of reads.
const attempt = (f) => { try { return String(f()); } catch (e) { return e.name; } };

// Whatever looks first at the namespace finds it complete.
print(Object.isFrozen(Object.freeze(Temporal)), 'PlainDate' in Temporal, Object.getOwnPropertyNames(Temporal).sort().join());
print(Object.prototype.toString.call(Temporal), Object.keys(Temporal).length, JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'Temporal'), ['writable', 'enumerable', 'configurable']));
print(delete Temporal.Now, typeof Temporal.Now.instant, Object.create(Temporal).Duration === Temporal.Duration);

class Birthday extends Temporal.PlainDate {
  get age() { return this.until('2026-01-01', { largestUnit: 'years' }).years; }
}
const birthday = new Birthday(1990, 6, 15);
print(birthday.age, birthday instanceof Temporal.PlainDate, birthday.add({ days: 1 }) instanceof Birthday, Birthday.from('2000-01-01') instanceof Birthday, birthday);
const bare = Reflect.construct(Temporal.Instant, [1n], Object.assign(function () {}, { prototype: null }));
print(Object.getPrototypeOf(bare) === Temporal.Instant.prototype, attempt(() => Temporal.Instant(1n)), attempt(() => new Temporal.Duration.prototype.constructor()));
birthday.note = 'kept';
print(birthday.note, Object.keys(birthday).join(), Object.isExtensible(birthday));

// Each method insists on its own class.
for (const [name, like] of [['PlainDate', { year: 2024, month: 1, day: 1 }], ['PlainTime', {}], ['Duration', birthday], ['Instant', 0n], ['ZonedDateTime', null]]) {
  print(name, attempt(() => Temporal[name].prototype.toString.call(like)), attempt(() => Temporal[name].from(like)), attempt(() => Temporal[name].from(5)));
}

// Properties are read in the order of the alphabet, each is converted at once, and options come last.
const log = [];
const spy = (name, values) => new Proxy({}, {
  get(_, key) {
    log.push(`${name}.${String(key)}`);
    const value = values[key];
    return value === undefined ? undefined : { valueOf() { log.push(`${name}.${key} as number`); return value; }, toString() { log.push(`${name}.${key} as string`); return value; } };
  },
  has() { throw new Error('has'); },
  ownKeys() { throw new Error('ownKeys'); },
});
Temporal.ZonedDateTime.from(new Proxy(spy('fields', { year: 2024, monthCode: 'M02', day: 3, offset: '+01:00' }), {
  get(target, key) { return key === 'timeZone' ? (log.push('fields.timeZone'), 'Europe/Berlin') : target[key]; },
}), spy('options', { offset: 'use', overflow: 'reject' }));
print(log.splice(0).join('\n'));
attempt(() => Temporal.Duration.from({ days: 1 }).round(spy('round', { largestUnit: 'hours', roundingIncrement: 1, smallestUnit: 'minute' })));
print(log.splice(0).join('\n'));
try { Temporal.PlainDate.from({ get year() { throw new SyntaxError('mine'); }, get day() { log.push('day'); return 1; } }); } catch (e) { print(e.name, e.message, log.join()); }

// Many objects, few kept.
let kept = [];
for (let i = 0; i < 3000; i++) {
  const date = Temporal.PlainDate.from('2000-01-01').add({ days: i });
  if (i % 500 === 0) kept.push(date.toZonedDateTime('UTC').add({ hours: i }));
}
print(kept.join(' '));
