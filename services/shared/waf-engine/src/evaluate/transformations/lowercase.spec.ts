import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { lowercase } from './lowercase.ts';

describeTransformation('lowercase', lowercase, {
  letters: ['AbC-Z09', 'abc-z09'],
  'leaves bytes from 0x80 up': ['\xc9T\xc9', '\xc9t\xc9'],
});
