import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { cmdLine } from './cmd-line.ts';

describeTransformation('cmdLine', cmdLine, {
  'quotes and carets': ['C^OM"MA\'ND\\', 'command'],
  'separators become one space': ['a,;\t b', 'a b'],
  'no space before slash and parenthesis': ['cmd /c dir (x', 'cmd/c dir(x'],
  'white space around what is removed counts as one run': ['a " b', 'a b'],
});
