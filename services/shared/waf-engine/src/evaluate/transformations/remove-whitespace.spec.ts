import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { removeWhitespace } from './remove-whitespace.ts';

describeTransformation('removeWhitespace', removeWhitespace, {
  'all six kinds': ['a \t\n\v\f\rb', 'ab'],
  'the no-break space of Latin-1 and UTF-8': ['a\xa0b\xc2\xa0c', 'abc'],
});
