// The hashes of older curves' libraries, streamed in pieces.
import hash from 'hash.js';
import { Random, workload } from '../lib/workload.js';

workload('hash.js', (round) => {
  const random = new Random(round);
  const names = ['sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'ripemd160'];
  const plain = names.map((name) => random.list(20, () => hash[name]().update(random.bytes(random.below(900))).digest('hex')));
  const pieces = names.map((name) => {
    const one = hash[name]();
    for (let part = 0; part < 60; part++) one.update([...random.bytes(random.below(70))]);
    return one.digest();
  });
  const keyed = names.map((name) => hash.hmac(hash[name], [...random.bytes(random.below(200))]).update('text with é').update('6162', 'hex').digest('hex'));
  return [plain, pieces, keyed, hash.utils.toArray('é漢', 'utf8'), hash.utils.toHex([1, 255])];
}, { rounds: 7 });
