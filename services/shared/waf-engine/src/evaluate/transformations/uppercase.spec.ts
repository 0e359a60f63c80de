import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { uppercase } from './uppercase.ts';

describeTransformation('uppercase', uppercase, {
  letters: ['AbC-z09', 'ABC-Z09'],
  'leaves bytes from 0x80 up': ['\xe9t\xe9\xff', '\xe9T\xe9\xff'],
});
