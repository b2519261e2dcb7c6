// Compiles JSON schemas to functions, with references, formats and keywords of our own, and validates with them.
import Ajv from 'ajv';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const SCHEMA = {
  $id: 'record', type: 'object', required: ['id', 'name', 'price'], additionalProperties: false,
  properties: {
    id: { type: 'integer', minimum: 0 }, name: { type: 'string', pattern: '^[a-z]+\\d+$', maxLength: 9 }, title: { type: 'string', minLength: 30 }, price: { type: 'number', exclusiveMaximum: 900, multipleOf: 0.01 }, active: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 3, contains: { minLength: 2 } }, owner: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/owner' }] }, created: { type: 'string', format: 'stamp' }, kind: { default: 'plain' },
  },
  $defs: { owner: { type: 'object', properties: { first: { type: 'string' }, age: { type: 'integer', even: true }, address: { type: 'object', patternProperties: { '^n': { type: 'integer', maximum: 150 } }, minProperties: 2 } } } },
  if: { properties: { active: { const: true } } }, then: { properties: { price: { minimum: 100 } } }, else: { not: { properties: { id: { const: 7 } } } },
};

workload('ajv', (round) => {
  const random = new Random(round);
  const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false, verbose: false });
  ajv.addFormat('stamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  ajv.addKeyword({ keyword: 'even', type: 'number', validate: (wanted, value) => wanted === (value % 2 === 0), errors: false });
  const validate = ajv.compile(SCHEMA);
  const list = ajv.compile({ type: 'array', items: { $ref: 'record' } });
  const data = records(random, 300);
  data[3].extra = 1;
  data[4].id = 'x';
  const answers = data.map((row) => (validate(row) ? 'fine' : validate.errors.map((error) => `${error.instancePath} ${error.keyword} ${error.message}`)));
  const tree = ajv.compile({ type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } }, value: { enum: [1, 'two', null, { a: 1 }] } } });
  return [answers, list(data), list.errors.length, tree({ children: [{ value: 1 }, { children: [{ value: { a: 1 } }] }] }), tree({ children: [{ value: 2 }] }), ajv.errorsText(tree.errors), data[0].kind];
}, { rounds: 6 });
