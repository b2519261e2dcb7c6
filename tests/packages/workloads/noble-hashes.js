// Hashes of every family, keyed and derived, over typed arrays.
import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { keccak_256, sha3_512, shake256 } from '@noble/hashes/sha3.js';
import { Random, workload } from '../lib/workload.js';

workload('noble-hashes', (round) => {
  const random = new Random(round);
  const inputs = random.list(6, () => random.bytes(random.below(1500)));
  const plain = [sha256, sha384, sha512, sha3_512, keccak_256, blake2b, blake2s, blake3, md5, sha1, ripemd160].map((hash) => inputs.map((input) => hash(input)));
  const [key, salt] = [random.bytes(32), random.bytes(16)];
  const pieces = sha512.create();
  for (const input of inputs) pieces.update(input);
  const copy = pieces.clone();
  return [plain, shake256(inputs[0], { dkLen: 100 }), hmac(sha256, key, inputs[1]), hkdf(sha256, key, salt, inputs[2].subarray(0, 10), 80), pbkdf2(sha512, key, salt, { c: 20, dkLen: 70 }), scrypt(key, salt, { N: 32, r: 4, p: 2, dkLen: 48 }), pieces.digest(), copy.update(salt).digest(), blake3(inputs[3], { key, dkLen: 70 }), blake2b(inputs[4], { key, dkLen: 20, personalization: salt, salt })];
}, { rounds: 8 });
