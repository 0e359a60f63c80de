import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { urlEncode } from './url-encode.ts';

describeTransformation('urlEncode', urlEncode, {
  'all but letters, digits and the asterisk': ['aZ9* -\xff', 'aZ9*+%2d%ff'],
});
