import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { base64Decode } from './base64-decode.ts';

describeTransformation('base64Decode', base64Decode, {
  padding: ['YQ==', 'a'],
  'no padding': ['YWJj', 'abc'],
  'line breaks': ['YW \r\nJj\n', 'abc'],
  'a space within a line is an error': ['YW Jj', ''],
  'a byte outside the alphabet is an error': ['YW-j', ''],
  'padding before digits is an error': ['YQ==YQ==', ''],
  'ends at NUL': ['YWJj\x00!', 'abc'],
  'an incomplete group is dropped': ['YWJjYQ', 'abc'],
  'too much padding': ['Y===', ''],
});
