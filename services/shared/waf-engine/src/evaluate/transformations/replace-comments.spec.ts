import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { replaceComments } from './replace-comments.ts';

describeTransformation('replaceComments', replaceComments, {
  'one space each': ['a/*b*//*c*/d', 'a  d'],
  'without an end': ['a/*b', 'a '],
  'an end alone is text': ['a*/b', 'a*/b'],
  'an end within the beginning': ['/*/a*/b', ' b'],
});
