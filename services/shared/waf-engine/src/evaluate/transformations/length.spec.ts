import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { length } from './length.ts';

describeTransformation('length', length, {
  'counts bytes': ['abc\x00\xff', '5'],
  'the empty value': ['', '0'],
  'a value that says its own length': ['1', '1'],
});
