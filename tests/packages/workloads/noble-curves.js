// Elliptic curves on BigInts: signatures, shared secrets, points.
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { Random, workload } from '../lib/workload.js';

workload('noble-curves', (round) => {
  const random = new Random(round);
  const [key, other, message] = [random.bytes(32), random.bytes(32), random.bytes(60)];
  key[0] = other[0] = 1;
  const signature = ed25519.sign(message, key);
  const keys = [ed25519.getPublicKey(key), secp256k1.getPublicKey(key), p256.getPublicKey(other, false)];
  const signed = secp256k1.sign(message, key, { extraEntropy: false });
  const shared = [x25519.getSharedSecret(key, x25519.getPublicKey(other)), secp256k1.getSharedSecret(key, secp256k1.getPublicKey(other))];
  const point = secp256k1.Point.BASE.multiply(random.bits() > 0 ? BigInt(random.bits()) + 1n : 5n);
  return [
    signature, ed25519.verify(signature, message, keys[0]), keys, signed, secp256k1.verify(signed, message, keys[1]), secp256k1.verify(signed, key, keys[1]), shared, schnorr.sign(message, key, other), point.toHex(), point.add(secp256k1.Point.BASE).equals(secp256k1.Point.BASE.add(point)), point.double().subtract(point).equals(point), p256.Point.BASE.multiply(7n).toAffine().x,
  ];
});
