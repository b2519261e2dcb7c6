// Object schemas that cast and test, synchronously.
import * as yup from 'yup';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const schema = yup.object({
  id: yup.number().integer().min(0).required(), name: yup.string().matches(/^[a-z]+\d+$/).uppercase(), title: yup.string().min(30).max(80), price: yup.number().when('active', { is: true, then: (price) => price.min(100), otherwise: (price) => price.max(500) }),
  active: yup.bool(), tags: yup.array().of(yup.string().max(9)).max(3), owner: yup.object({ first: yup.string().required(), age: yup.number().test('even', '${path} is odd', (age) => age === undefined || age % 2 === 0) }).nullable().default(null), created: yup.date(), kind: yup.string().oneOf(['a', 'b']).default('a'),
}).noUnknown();

workload('yup', (round) => {
  const random = new Random(round);
  const told = (one, value, options) => {
    try {
      return one.validateSync(value, options);
    } catch (error) {
      return error.inner?.length ? error.inner.map((inner) => [inner.path, inner.type, inner.message]) : [error.path, error.type];
    }
  };
  const lazy = yup.lazy((value) => (Array.isArray(value) ? yup.array().of(yup.number()) : yup.number()));
  return [
    records(random, 80).map((row) => told(schema, row, { abortEarly: false })), records(random, 30).map((row) => schema.isValidSync(row)), schema.cast({ id: '5', active: 'true', tags: '["a"]' }, { assert: false }), told(lazy, ['1', 'x']), told(lazy, '12'), told(yup.tuple([yup.string(), yup.number()]), ['a', 'b']), Object.keys(schema.describe().fields), told(yup.string().email().url(), 'x', { abortEarly: false }), told(schema.pick(['id']).concat(yup.object({ more: yup.ref('id') })), { id: 3 }),
  ];
}, { rounds: 10 });
