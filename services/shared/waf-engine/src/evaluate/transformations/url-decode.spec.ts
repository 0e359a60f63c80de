import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { urlDecode } from './url-decode.ts';

describeTransformation('urlDecode', urlDecode, {
  bytes: ['%41%7e%00+%2B', 'A~\x00 +'],
  'not two digits': ['%4%g1%', '%4%g1%'],
  'only once': ['%2541', '%41'],
});
