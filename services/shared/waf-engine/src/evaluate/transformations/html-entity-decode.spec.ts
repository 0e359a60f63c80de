import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { htmlEntityDecode } from './html-entity-decode.ts';

describeTransformation('htmlEntityDecode', htmlEntityDecode, {
  decimal: ['&#60;&#0060script', '<<script'],
  hexadecimal: ['&#x3c;&#X3Cx', '<<x'],
  'names in any case, semicolon or not': ['&lt;&GT&Quot;&amp&nbsp;', '<>"&\xa0'],
  'a name must end': ['&ltx;&l;', '&ltx;&l;'],
  incomplete: ['&#&#x;&', '&#&#x;&'],
  'the low byte': ['&#316;&#x13c;', '<<'],
  'beyond 63 bits': ['&#99999999999999999999;&#xffffffffffffffff;', '\xff\xff'],
  'the last within': ['&#9223372036854775807;', '\xff'],
  'zeros do not count': ['&#00000000000000000000000060;', '<'],
});
