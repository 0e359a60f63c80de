import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { hexDecode } from './hex-decode.ts';

describeTransformation('hexDecode', hexDecode, {
  pairs: ['6100Ff', 'a\x00\xff'],
  'a digit left over is dropped': ['613', 'a'],
  'bytes that are no digits count on': ['0z', '#'],
});
