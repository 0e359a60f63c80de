import { bytesToLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';

/** IBM037 (EBCDIC of the United States and Canada) by byte: the ISO 8859-1 character, two digits each. */
const IBM037 =
  '000102039c09867f978d8e0b0c0d0e0f101112139d8508871819928f1c1d1e1f80818283840a171b88898a8b8c0506079091' +
  '16939495960498999a9b14159e1a20a0e2e4e0e1e3e5e7f1a22e3c282b7c26e9eaebe8edeeefecdf21242a293bac2d2fc2c4' +
  'c0c1c3c5c7d1a62c255f3e3ff8c9cacbc8cdcecfcc603a2340273d22d8616263646566676869abbbf0fdfeb1b06a6b6c6d6e' +
  '6f707172aabae6b8c6a4b57e737475767778797aa1bfd0dddeae5ea3a5b7a9a7b6bcbdbe5b5dafa8b4d77b41424344454647' +
  '4849adf4f6f2f3f57d4a4b4c4d4e4f505152b9fbfcf9faff5cf7535455565758595ab2d4d6d2d3d530313233343536373839' +
  'b3dbdcd9da9f';

/** Codes of ISO 8859-1 by byte. */
type Table = readonly number[];

const ibm037: Table = (IBM037.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16));
const differing = (differences: Readonly<Record<number, ByteString>>): Table =>
  ibm037.map((code, byte) => differences[byte]?.charCodeAt(0) ?? code);
/** International, and that of Unix on mainframes: a few signs stand elsewhere. */
const ibm500 = differing({ 74: '[', 79: '!', 90: ']', 95: '^', 176: '\xa2', 186: '\xac', 187: '|' });
const ibm1047 = differing({ 95: '^', 173: '[', 176: '\xac', 186: '\xdd', 187: '\xa8', 189: ']' });

/** By the digits of a name such as `ibm037`, `cp500`, `IBM-1047`; those with a euro sign are the same otherwise. */
const BY_NUMBER: ReadonlyMap<string, Table> = new Map([
  ['037', ibm037],
  ['37', ibm037],
  ['1140', ibm037],
  ['500', ibm500],
  ['1148', ibm500],
  ['1047', ibm1047],
  ['924', ibm1047],
]);
const NAME = /^(?:x-)?(?:ibm|cp|csibm|ccsid)[-_ ]?0*(\d{2,4})$/;

/** `null`: no code page that is known here. The result is ISO 8859-1. */
export function ebcdicDecoder(charset: string): { decode(bytes: ByteString): ByteString } | null {
  const number = charset.startsWith('ebcdic-cp-us') ? '37' : NAME.exec(charset)?.[1];
  const table = number === undefined ? undefined : BY_NUMBER.get(number);
  if (table === undefined) return null;
  return {
    decode(bytes) {
      const out = new Uint8Array(bytes.length);
      for (let at = 0; at < bytes.length; at++) out[at] = table[bytes.charCodeAt(at)]!;
      return bytesToLatin1(out);
    },
  };
}
