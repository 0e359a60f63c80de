import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { base64Encode } from './base64-encode.ts';

describeTransformation('base64Encode', base64Encode, {
  padding: ['a', 'YQ=='],
  'less padding': ['ab', 'YWI='],
  'no padding': ['abc', 'YWJj'],
  bytes: ['\x00\xff\xfe', 'AP/+'],
});
