import { createHash } from 'node:crypto';
import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { md5, sha1 } from './digests.ts';

describeTransformation('md5', md5, {
  'as RFC 1321': ['abc', '\x90\x01P\x98<\xd2O\xb0\xd6\x96?}(\xe1\x7fr'],
  'the empty value': ['', '\xd4\x1d\x8c\xd9\x8f\x00\xb2\x04\xe9\x80\t\x98\xec\xf8B~'],
});
describeTransformation('sha1', sha1, {
  'as RFC 3174': ['abc', '\xa9\x99>6G\x06\x81j\xba>%qxP\xc2l\x9c\xd0\xd8\x9d'],
  'the empty value': ['', '\xda9\xa3\xee^kK\r2U\xbf\xef\x95`\x18\x90\xaf\xd8\x07\t'],
});

describe('digests that are remembered', () => {
  it.each([
    ['md5', md5],
    ['sha1', sha1],
  ])('%s stays right when more values come than are kept, long ones among them', (name, { apply }) => {
    const values = Array.from({ length: 600 }, (_, index) => `${index}`.repeat(1 + (index % 3) * 100));
    for (const value of [...values, ...values.toReversed(), ...values]) {
      expect(apply(value)).toBe(createHash(name).update(value, 'latin1').digest().toString('latin1'));
    }
  });
});
