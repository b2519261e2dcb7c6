// Certificates' structures, ciphers, digests and random numbers of a seed, in strings of bytes.
import forge from 'node-forge';
import { Random, workload } from '../lib/workload.js';
import { paragraph } from '../lib/texts.js';

workload('node-forge', (round) => {
  const random = new Random(round);
  const bytes = (count) => String.fromCharCode(...random.bytes(count));
  const text = paragraph(random, 10);
  const utf8 = forge.util.encodeUtf8(text);
  const digests = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'].map((name) => forge.md[name].create().update(text, 'utf8').digest().toHex());
  const sealed = ['AES-CBC', 'AES-CTR', 'AES-GCM', 'AES-OFB', '3DES-CBC', 'DES-CBC'].map((name) => {
    const key = bytes(name.startsWith('AES') ? 32 : name.startsWith('3') ? 24 : 8);
    const iv = bytes(name === 'AES-GCM' ? 12 : name.startsWith('AES') ? 16 : 8);
    const cipher = forge.cipher.createCipher(name, key);
    cipher.start({ iv, additionalData: 'extra', tagLength: 128 });
    cipher.update(forge.util.createBuffer(utf8));
    cipher.finish();
    const decipher = forge.cipher.createDecipher(name, key);
    decipher.start({ iv, additionalData: 'extra', tagLength: 128, tag: cipher.mode.tag });
    decipher.update(forge.util.createBuffer(cipher.output.bytes()));
    return [cipher.output.toHex().slice(0, 80), cipher.mode.tag?.toHex(), decipher.finish(), forge.util.decodeUtf8(decipher.output.bytes()) === text];
  });
  const { asn1 } = forge;
  const tree = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, random.list(20, (index) => asn1.create(asn1.Class.UNIVERSAL, index % 2 ? asn1.Type.INTEGER : asn1.Type.OCTETSTRING, false, bytes(random.between(1, 40)))));
  const der = asn1.toDer(tree).getBytes();
  const key = forge.pki.rsa.setPublicKey(new forge.jsbn.BigInteger(random.list(32, () => random.bits().toString(16).padStart(8, '0')).join('') + '1', 16), new forge.jsbn.BigInteger('65537'));
  const number = new forge.jsbn.BigInteger(random.list(20, () => random.below(10)).join(''));
  return [digests, sealed, forge.util.encode64(der), asn1.fromDer(der).value.length, forge.pki.publicKeyToPem(key), key.encrypt('short', 'RAW').length, forge.pkcs5.pbkdf2('password', 'salt', 30, 24).length, forge.util.bytesToHex(forge.pkcs5.pbkdf2('p', 's', 20, 16, forge.md.sha256.create())), number.modPow(number, new forge.jsbn.BigInteger('1000003')).toString(), forge.pem.encode({ type: 'X', body: der }).length, forge.util.createBuffer('a\u0001b').toHex()];
}, { rounds: 12 });
