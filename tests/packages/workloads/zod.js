// Schemas with refinements, transforms, unions, recursion and branded types.
import { z } from 'zod';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const owner = z.object({ first: z.string().trim(), age: z.number().int().min(3).max(90), address: z.object({ street: z.string(), number: z.coerce.string() }) });
const record = z.object({
  id: z.number().nonnegative(), name: z.string().regex(/^[a-z]+\d+$/), title: z.string().min(30).transform((text) => text.length), price: z.number().lt(900).refine((price) => Math.round(price) % 2 === 0, { error: 'odd' }),
  active: z.boolean().optional(), tags: z.array(z.string().max(9)).max(3).default([]), owner: owner.nullable(), created: z.string().pipe(z.coerce.date()),
}).superRefine((row, context) => {
  if (row.active && row.price < 100) context.addIssue({ code: 'custom', message: 'too cheap', path: ['price'] });
});
const tree = z.lazy(() => z.object({ value: z.union([z.number(), z.string().toUpperCase(), z.null()]), children: z.array(tree).optional() }));
const shape = z.discriminatedUnion('kind', [z.object({ kind: z.literal('circle'), radius: z.number() }), z.object({ kind: z.literal('box'), size: z.tuple([z.number(), z.number()]) })]);

function grow(random, depth) {
  return { value: random.pick([1, 'x', null, depth > 1 ? true : 2]), children: depth > 0 ? random.list(random.below(4), () => grow(random, depth - 1)) : undefined };
}

workload('zod', (round) => {
  const random = new Random(round);
  const told = (result) => (result.success ? result.data : result.error.issues.map((issue) => [issue.code, issue.path.join('.'), issue.message]));
  return [
    records(random, 150).map((row) => told(record.safeParse(row))), random.list(15, () => told(tree.safeParse(grow(random, 3)))), told(shape.safeParse({ kind: 'box', size: [1, 'x'] })), told(shape.safeParse({ kind: 'none' })),
    told(z.record(z.enum(['a', 'b']), z.number()).safeParse({ a: 1, b: 2, c: 3 })), told(owner.partial().extend({ more: z.literal(1) }).strict().safeParse({ more: 1, odd: 2 })), told(z.map(z.string(), z.set(z.bigint())).safeParse(new Map([['a', new Set([1n, 2])]]))), told(z.string().email().safeParse('a@example.org')), told(z.intersection(z.object({ a: z.number() }), z.object({ b: z.number() })).safeParse({ a: 1 })),
  ];
}, { rounds: 9 });
