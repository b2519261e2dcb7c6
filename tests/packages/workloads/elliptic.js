// Curves of three shapes on bn.js: keys, signatures, shared secrets.
import elliptic from 'elliptic';
import { Random, workload } from '../lib/workload.js';

workload('elliptic', (round) => {
  const random = new Random(round);
  const hex = (count) => [...random.bytes(count)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const curves = ['secp256k1'].map((name) => {
    const ec = new elliptic.ec(name);
    const [key, other] = [ec.keyFromPrivate(hex(31)), ec.keyFromPrivate(hex(31))];
    const message = hex(32);
    const signature = key.sign(message, { canonical: true });
    return [key.getPublic(true, 'hex'), signature.toDER('hex'), key.verify(message, signature), key.verify(hex(32), signature), key.derive(other.getPublic()).toString(16), ec.recoverPubKey(bytesOf(message), signature, signature.recoveryParam).eq(key.getPublic())];
  });
  const eddsa = new elliptic.eddsa('ed25519');
  const signer = eddsa.keyFromSecret(hex(32));
  const signed = signer.sign(hex(40)).toHex();
  const mont = new elliptic.ec('curve25519');
  return [curves, signed, signer.getPublic('hex'), mont.keyFromPrivate(hex(31)).derive(mont.keyFromPrivate(hex(31)).getPublic()).toString(16)];
}, { rounds: 1 });

/** Bytes of a text of hexadecimal digits. */
function bytesOf(text) {
  return text.match(/../g).map((digits) => parseInt(digits, 16));
}
