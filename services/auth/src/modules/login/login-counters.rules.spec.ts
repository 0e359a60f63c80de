import { loginCounters } from './login-counters.rules.ts';

const keys = (account: string, address: string, trust: 'device' | 'network' | 'unknown', deviceToken = '') =>
  loginCounters(account, { address, deviceToken }, trust).map(({ key }) => key);
const shared = (a: readonly string[], b: readonly string[]) => a.filter((key) => b.includes(key));

describe('who is slowed down by wrong passwords', () => {
  it('is never the owner’s device by what strangers do, at this account or from its network', () => {
    const owner = keys('ada@example.com', '192.0.2.1', 'device', 'a'.repeat(43));
    for (const trust of ['network', 'unknown'] as const) {
      expect(shared(owner, keys('ada@example.com', '192.0.2.1', trust))).toEqual([]);
    }
    expect(shared(owner, keys('ada@example.com', '192.0.2.1', 'device', 'b'.repeat(43)))).toEqual([]);
  });

  it('is not the owner’s network by those who guess from elsewhere', () => {
    const home = keys('ada@example.com', '192.0.2.1', 'network');
    expect(shared(home, keys('ada@example.com', '203.0.113.9', 'unknown'))).toEqual([]);
  });

  it('is everybody who guesses at one account from unknown places, together', () => {
    const one = keys('ada@example.com', '203.0.113.9', 'unknown');
    const other = keys('ada@example.com', '198.51.100.7', 'unknown');
    expect(shared(one, other)).toEqual([expect.stringMatching(/^acc:/)]);
  });

  it('is whoever guesses at many accounts, also while they change their address within a block', () => {
    const one = keys('ada@example.com', '203.0.113.9', 'unknown');
    expect(shared(one, keys('bob@example.com', '203.0.113.9', 'unknown'))).toEqual([
      expect.stringMatching(/^net:/),
      expect.stringMatching(/^block:/),
    ]);
    expect(shared(one, keys('bob@example.com', '203.0.113.77', 'unknown'))).toEqual([
      expect.stringMatching(/^block:/),
    ]);
  });

  it('is remembered for a day where it is about one account, and forgotten once its owner was there', () => {
    const remembered = (trust: 'device' | 'network' | 'unknown') =>
      loginCounters('ada@example.com', { address: '192.0.2.1', deviceToken: '' }, trust).map(
        ({ memory = 'PEOPLE', ofAccount }) => [memory, ofAccount],
      );
    const ofPlace = [
      ['PEOPLE', false],
      ['PEOPLE', false],
    ];
    expect(remembered('device')).toEqual([['ACCOUNT', true]]);
    for (const trust of ['network', 'unknown'] as const)
      expect(remembered(trust)).toEqual([...ofPlace, ['ACCOUNT', true]]);
  });

  it('holds no address of an account in its keys', () => {
    for (const trust of ['device', 'network', 'unknown'] as const) {
      expect(keys('ada@example.com', '192.0.2.1', trust).join()).not.toContain('ada');
    }
  });
});
