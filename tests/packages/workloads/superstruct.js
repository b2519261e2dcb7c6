// Structs that assert, coerce and explain.
import * as s from 'superstruct';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const Even = s.refine(s.integer(), 'even', (n) => n % 2 === 0 || `${n} is odd`);
const Owner = s.object({ first: s.size(s.string(), 1, 12), age: Even, address: s.type({ street: s.string(), number: s.min(s.number(), 20) }) });
const Row = s.object({ id: s.number(), name: s.pattern(s.string(), /^[a-z]+\d+$/), title: s.nonempty(s.string()), price: s.max(s.number(), 900, { exclusive: true }), active: s.boolean(), tags: s.size(s.array(s.string()), 0, 3), owner: s.nullable(Owner), created: s.coerce(s.date(), s.string(), (text) => new Date(text)), kind: s.defaulted(s.enums(['a', 'b']), 'b'), more: s.optional(s.record(s.string(), s.union([s.number(), s.literal('x')]))) });
const Tree = s.object({ value: s.number(), left: s.lazy(() => s.nullable(Tree)), right: s.lazy(() => s.nullable(Tree)) });
const grow = (random, depth) => (depth === 0 ? null : { value: random.chance(0.02) ? 'x' : random.below(9), left: grow(random, depth - 1), right: random.chance(0.3) ? null : grow(random, depth - 1) });

workload('superstruct', (round) => {
  const random = new Random(round);
  const told = (value, struct, options) => {
    const [error, made] = s.validate(value, struct, options);
    return error ? error.failures().map((failure) => [failure.path.join('.'), failure.type, failure.refinement, failure.message]) : made;
  };
  return [records(random, 200).map((row) => told({ ...row, ...(random.chance(0.2) ? { more: { a: random.pick([1, 'x', 'y']) } } : {}) }, Row, { coerce: true })), random.list(8, () => told(grow(random, 5), Tree)), s.mask({ a: 1, b: 2 }, s.object({ a: s.number() })), s.is([1, 'a'], s.tuple([s.number(), s.string()])), told({ a: 1 }, s.assign(s.object({ b: s.string() }), s.partial(s.object({ a: s.string() })))), told(new Map([['a', 1]]), s.map(s.string(), s.string())), told(5, s.intersection([s.number(), s.min(s.number(), 6)])), told({ b: 1 }, s.omit(Owner, ['age']))];
}, { rounds: 12 });
