import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { utf8toUnicode } from './utf8-to-unicode.ts';

describeTransformation('utf8toUnicode', utf8toUnicode, {
  'two to four bytes': ['a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80', 'a%u00e9%u20ac%u1f600'],
  'a first byte alone vanishes': ['a\xc3b\xe2\x82', 'ab\x82'],
  'a continuation alone stays': ['\xa9', '\xa9'],
  overlong: ['\xc0\xaf', '%u002f\xc0'],
  surrogates: ['\xed\xa0\x80', '%ud800\xed'],
  'beyond the range': ['\xf5\x80\x80\x80', '\xf5%u140000'],
  'NUL vanishes': ['a\x00b', 'ab'],
});
