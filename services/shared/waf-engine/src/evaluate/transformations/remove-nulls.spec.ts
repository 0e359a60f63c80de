import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { removeNulls } from './remove-nulls.ts';

describeTransformation('removeNulls', removeNulls, {
  everywhere: ['\x00a\x00\x00b\x00', 'ab'],
});
