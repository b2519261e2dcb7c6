// Schemas with alternatives, references, conditions and custom messages.
import '../lib/url.js';
import Joi from 'joi';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const schema = Joi.object({
  id: Joi.number().integer().min(0).required(), name: Joi.string().pattern(/^[a-z]+\d+$/).lowercase(), title: Joi.string().min(30).max(80), price: Joi.number().less(900).precision(2).when('active', { is: true, then: Joi.number().min(100), otherwise: Joi.number().max(500) }), active: Joi.boolean().truthy('yes'),
  tags: Joi.array().items(Joi.string().max(9), Joi.number()).max(3).unique(), owner: Joi.object({ first: Joi.string().required(), age: Joi.number().custom((age, helpers) => (age % 2 ? helpers.error('any.invalid') : age)), address: Joi.object().pattern(/^n/, Joi.number()).unknown() }).allow(null), created: Joi.date().iso(), extra: Joi.any().strip(), limit: Joi.number().greater(Joi.ref('price')).default((row) => row.id * 2),
}).rename('nom', 'name').xor('price', 'cost').with('owner', ['name']);

workload('joi', (round) => {
  const random = new Random(round);
  const told = ({ error, value }) => (error ? error.details.map((detail) => [detail.type, detail.path.join('.'), detail.message]) : value);
  return [
    records(random, 60).map((row) => told(schema.validate(row, { abortEarly: false, convert: random.chance(0.7) }))), told(Joi.alternatives().try(Joi.number(), Joi.string().email({ tlds: false })).validate('x')), told(Joi.string().guid().validate('x')), told(Joi.array().ordered(Joi.string(), Joi.number()).validate(['a', '5'])),
    told(Joi.object({ a: Joi.number(), b: Joi.number().valid(Joi.ref('a')) }).validate({ a: 1, b: 2 })), told(Joi.string().hex().length(6).validate('zzz', { abortEarly: false })),
  ];
}, { rounds: 13 });
