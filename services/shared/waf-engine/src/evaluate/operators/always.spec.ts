import { matches } from '../../../test/support/operator-context.ts';

describe('@unconditionalMatch, @noMatch and @rbl', () => {
  it('do not look at the value', () => {
    for (const value of ['', 'a', '\0']) {
      expect(matches('unconditionalMatch', '', value)).toBe(true);
      expect(matches('noMatch', '', value)).toBe(false);
      expect(matches('rbl', 'sbl-xbl.spamhaus.org', value)).toBe(false);
    }
  });
});
