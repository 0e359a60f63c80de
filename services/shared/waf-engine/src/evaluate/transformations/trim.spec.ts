import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { trim, trimLeft, trimRight } from './trim.ts';

describeTransformation('trim', trim, {
  'both ends': [' \t\v\f\r\n a b \n', 'a b'],
  'nothing but white space': [' \n ', ''],
});
describeTransformation('trimLeft', trimLeft, {
  'the beginning only': ['  a ', 'a '],
  'nothing but white space': [' \n ', ''],
});
describeTransformation('trimRight', trimRight, {
  'the end only': [' a  ', ' a'],
  'nothing but white space': [' \n ', ''],
});
