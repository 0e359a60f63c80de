import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { urlDecodeUni } from './url-decode-uni.ts';

describeTransformation('urlDecodeUni', urlDecodeUni, {
  bytes: ['%41%7e+%2B', 'A~ +'],
  'characters, low byte': ['%u0041%U1242', 'AB'],
  'best fit': ['%uff1c%u2019%u02bc%u0142', "<''l"],
  incomplete: ['%u004%u', '%u004%u'],
  'not two digits': ['%4%g1%', '%4%g1%'],
});
