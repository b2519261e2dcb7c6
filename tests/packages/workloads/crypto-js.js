// Hashes, ciphers in several modes, key derivation and encodings over arrays of words.
import CryptoJS from 'crypto-js';
import { Random, attempt, workload } from '../lib/workload.js';
import { paragraph } from '../lib/texts.js';

workload('crypto-js', (round) => {
  const random = new Random(round);
  const text = paragraph(random, 12);
  const words = (count) => CryptoJS.lib.WordArray.create(random.list(count, () => random.bits() | 0));
  const hashes = ['MD5', 'SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512', 'SHA3', 'RIPEMD160'].map((name) => [CryptoJS[name](text).toString(), CryptoJS[`Hmac${name}`](text, 'key').toString(CryptoJS.enc.Base64)]);
  const [key, iv] = [words(8), words(4)];
  const ciphers = [];
  for (const [cipher, size] of [['AES', 8], ['TripleDES', 6], ['RC4', 4], ['Rabbit', 4]]) {
    for (const mode of cipher === 'AES' || cipher === 'TripleDES' ? ['CBC', 'CFB', 'CTR', 'OFB', 'ECB'] : ['CBC']) {
      const options = { iv, mode: CryptoJS.mode[mode], padding: CryptoJS.pad.Pkcs7 };
      const own = CryptoJS.lib.WordArray.create(key.words.slice(0, size));
      const sealed = CryptoJS[cipher].encrypt(text, own, options);
      ciphers.push([cipher, mode, sealed.ciphertext.toString(CryptoJS.enc.Hex).slice(0, 64), attempt(() => CryptoJS[cipher].decrypt({ ciphertext: sealed.ciphertext }, own, options).toString(CryptoJS.enc.Utf8) === text)]);
    }
  }
  const derived = CryptoJS.PBKDF2('password', words(4), { keySize: 8, iterations: 40, hasher: CryptoJS.algo.SHA256 }).toString();
  const stream = CryptoJS.algo.SHA256.create();
  for (let at = 0; at < text.length; at += 37) stream.update(text.slice(at, at + 37));
  return [hashes, ciphers, derived, stream.finalize().toString(), CryptoJS.enc.Utf16.parse('é漢').toString(), CryptoJS.enc.Latin1.stringify(words(3)).length, CryptoJS.EvpKDF('p', 'salt', { keySize: 4, iterations: 20 }).toString()];
}, { rounds: 9 });
