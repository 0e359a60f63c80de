import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { cssDecode } from './css-decode.ts';

describeTransformation('cssDecode', cssDecode, {
  'one to six digits, the last two count': ['\\41\\0042\\000043', 'ABC'],
  'one white-space byte belongs to the escape': ['\\41 B\\41  B', 'ABA B'],
  'full-width forms': ['\\ff21\\0ff22\\00ff23', 'ABC'],
  'other bytes stand for themselves': ['\\zj\\s', 'zjs'],
  'a line feed vanishes': ['a\\\nb', 'ab'],
  'a backslash at the end vanishes': ['a\\', 'a'],
  'six digits at most': ['\\0000411', 'A1'],
  'a single digit': ['\\9x', '\tx'],
});
