import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { jsDecode } from './js-decode.ts';

describeTransformation('jsDecode', jsDecode, {
  'unicode, low byte': ['\\u0041\\u0142', 'AB'],
  'full-width forms': ['\\uff1c\\uFF3e', '<^'],
  hexadecimal: ['\\x41\\x4', 'Ax4'],
  'octal up to 377': ['\\101\\4012', 'A 12'],
  letters: ['\\n\\q\\\\', '\nq\\'],
  'a backslash at the end stays': ['\\n\\', '\n\\'],
});
