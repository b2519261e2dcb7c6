// Addresses from titles in many scripts.
import slugify from 'slugify';
import { Random, workload } from '../lib/workload.js';
import { sentence } from '../lib/texts.js';

workload('slugify', (round) => {
  const random = new Random(round);
  slugify.extend({ '☢': 'radioactive' });
  const text = () => sentence(random) + ' ' + random.list(12, () => String.fromCharCode(random.pick([0xc0, 0x100, 0x391, 0x410, 0x10d0, 0x621]) + random.below(40))).join('') + ' $ ☢ ∞';
  return random.list(250, (index) => slugify(text(), [{}, { lower: true }, { strict: true, replacement: '_' }, { locale: 'de', remove: /[*+~.()'"!:@]/g }, { trim: false, lower: true }][index % 5]));
}, { rounds: 16 });
