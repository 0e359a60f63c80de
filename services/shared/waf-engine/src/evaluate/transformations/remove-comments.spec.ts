import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { removeComments } from './remove-comments.ts';

describeTransformation('removeComments', removeComments, {
  C: ['a/*b*/c', 'ac'],
  HTML: ['a<!--b-->c', 'ac'],
  'the rest of the line and all after': ['a--b\nc', 'a'],
  'a hash likewise': ['a#b\nc', 'a'],
  'without an end': ['a/*b', 'a '],
  'a NUL at the very end': ['a/*b*/', 'a\x00'],
  'the byte after a comment is not looked at': ['/*a*/#b', '#b'],
});
