import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { removeCommentsChar } from './remove-comments-char.ts';

describeTransformation('removeCommentsChar', removeCommentsChar, {
  'every mark': ['a/*b*/c<!--d-->e--f#g', 'abcdefg'],
  'marks that the removal makes stay': ['/-/-**', '/-/-**'],
  'left to right': ['--->', '->'],
});
