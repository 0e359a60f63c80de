import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { sqlHexDecode } from './sql-hex-decode.ts';

describeTransformation('sqlHexDecode', sqlHexDecode, {
  strings: ['a 0x414243 b 0X44', 'a ABC b D'],
  'a digit left over is text': ['0x414', 'A4'],
  'no digits': ['0x 0xg1', '0x 0xg1'],
  'keeps the last byte and what follows a NUL': ['x\x00y0x41z', 'x\x00yAz'],
  'zeros before it': ['00x41', '0A'],
});
