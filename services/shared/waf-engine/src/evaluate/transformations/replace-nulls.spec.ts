import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { replaceNulls } from './replace-nulls.ts';

describeTransformation('replaceNulls', replaceNulls, {
  'one space for each': ['a\x00\x00b', 'a  b'],
});
