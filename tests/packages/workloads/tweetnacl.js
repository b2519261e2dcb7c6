// Boxes, signatures and hashes over fields of sixteen doubles.
import nacl from 'tweetnacl';
import { Random, workload } from '../lib/workload.js';

workload('tweetnacl', (round) => {
  const random = new Random(round);
  nacl.setPRNG((bytes, length) => bytes.set(random.bytes(length)));
  const [alice, bob] = [nacl.box.keyPair(), nacl.box.keyPair()];
  const nonce = nacl.randomBytes(nacl.box.nonceLength);
  const boxes = random.list(3, () => {
    const message = random.bytes(random.between(1, 900));
    const sealed = nacl.box(message, nonce, bob.publicKey, alice.secretKey);
    const opened = nacl.box.open(sealed, nonce, alice.publicKey, bob.secretKey);
    sealed[sealed.length - 1] ^= 1;
    return [nacl.verify(opened, message), sealed.slice(0, 24), nacl.box.open(sealed, nonce, alice.publicKey, bob.secretKey)];
  });
  const signer = nacl.sign.keyPair.fromSeed(random.bytes(32));
  const text = random.bytes(300);
  const signature = nacl.sign.detached(text, signer.secretKey);
  const hashes = random.list(12, () => nacl.hash(random.bytes(random.below(700))).slice(0, 8));
  const secret = random.list(8, () => nacl.secretbox(random.bytes(2000), nonce, alice.secretKey).slice(0, 16));
  return [boxes, signer.publicKey, signature, nacl.sign.detached.verify(text, signature, signer.publicKey), hashes, secret, nacl.scalarMult.base(random.bytes(32))];
}, { rounds: 1 });
