import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { parityEven7bit, parityOdd7bit, parityZero7bit } from './parity.ts';

describeTransformation('parityEven7bit', parityEven7bit, {
  'sets the eighth bit where the ones are odd': ['abc', '\xe1\xe2c'],
});
describeTransformation('parityOdd7bit', parityOdd7bit, {
  'sets the eighth bit where the ones are even': ['abc', 'ab\xe3'],
});
describeTransformation('parityZero7bit', parityZero7bit, {
  'clears it': ['\xe1\xe2c', 'abc'],
});
