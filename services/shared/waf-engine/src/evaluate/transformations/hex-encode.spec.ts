import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { hexEncode } from './hex-encode.ts';

describeTransformation('hexEncode', hexEncode, {
  'two digits each': ['a\x00\xff', '6100ff'],
});
