import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { compressWhitespace } from './compress-whitespace.ts';

describeTransformation('compressWhitespace', compressWhitespace, {
  runs: ['a \t\n b', 'a b'],
  'keeps single spaces': ['a b c', 'a b c'],
  'a single tab becomes a space': ['a\tb', 'a b'],
  'a run after single spaces': ['a b  c ', 'a b c '],
  'no-break spaces stay': ['a\xa0\xa0b', 'a\xa0\xa0b'],
  'at both ends': ['\n\na\r\n', ' a '],
});
