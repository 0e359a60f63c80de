import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { base64DecodeExt } from './base64-decode-ext.ts';

describeTransformation('base64DecodeExt', base64DecodeExt, {
  'skips foreign bytes': ['Y.W J\tj', 'abc'],
  padding: ['YWI=', 'ab'],
  'an incomplete group is decoded': ['YWJjYQ', 'abca'],
  'a single digit before padding': ['YWJjY=', ''],
  'a nine that ends in a single digit': ['YWJj9', ''],
});
