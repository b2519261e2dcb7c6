// Checks of strings: addresses, numbers, identifiers, dates, cards, and sanitizers.
import validator from 'validator';
import { Random, attempt, workload } from '../lib/workload.js';
import { name, sentence, word } from '../lib/texts.js';

const CHECKS = 'isEmail isURL isIP isFQDN isAlpha isAlphanumeric isNumeric isInt isFloat isDecimal isHexadecimal isHexColor isRgbColor isHSL isISRC isMD5 isJWT isUUID isMongoId isCreditCard isIBAN isBIC isEAN isISIN isISBN isISSN isISO8601 isRFC3339 isISO31661Alpha2 isBase32 isBase58 isBase64 isDataURI isMagnetURI isMimeType isLatLong isStrongPassword isSlug isSemVer isPort isMACAddress isLowercase isUppercase isAscii isMultibyte isVariableWidth isSurrogatePair isJSON isEmpty isOctal isLocale isTime isDate isBoolean isCurrency isEthereumAddress isBtcAddress isMobilePhone isVAT isTaxID isPostalCode isIdentityCard isLicensePlate isPassportNumber'.split(' ');

workload('validator', (round) => {
  const random = new Random(round);
  const digits = (count) => random.list(count, () => random.below(10)).join('');
  const inputs = random.list(60, () => random.pick([
    () => `${name(random)}@${name(random)}.example.org`, () => `https://${name(random)}.org:80${random.below(99)}/${word(random)}?a=1#b`, () => random.list(4, () => random.below(300)).join('.'), () => random.list(8, () => random.below(65536).toString(16)).join(':'), () => `4${digits(15)}`, () => `978${digits(10)}`, () => `GB82WEST${digits(14)}`,
    () => `#${digits(6)}`, () => `20${digits(2)}-0${random.between(1, 9)}-1${random.below(10)}T10:00:00Z`, () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`, () => sentence(random), () => `{"a": ${digits(3)}}`, () => `+4917${digits(8)}`, () => `1.${digits(1)}.${digits(1)}-beta.1`, () => '漢字🙂ß', () => digits(24), () => 'data:text/plain;base64,YWJj', () => `$${digits(3)},${digits(3)}.00`,
  ])());
  const checked = inputs.map((text) => CHECKS.map((check) => (attempt(() => validator[check](text, ...(/VAT|TaxID|License|Passport/.test(check) ? ['de-DE'] : /Postal|Identity/.test(check) ? ['any'] : []))) === true ? 1 : 0)).join(''));
  const cleaned = inputs.map((text) => [validator.escape(text), validator.unescape(validator.escape(text)) === text, validator.normalizeEmail(text), validator.trim(` ${text} `), validator.blacklist(text, 'aeiou'), validator.toFloat(text), validator.stripLow(text), validator.isLength(text, { min: 5, max: 20 }), validator.toDate(text)]);
  return [checked, cleaned];
}, { rounds: 8 });
