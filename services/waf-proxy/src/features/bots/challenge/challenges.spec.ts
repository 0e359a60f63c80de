import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/scrypt';
import { deriveChallengeKeys } from './challenge-keys.ts';
import { Challenges, type ClaimOnce } from './challenges.ts';
import { type Bearer, Clearances } from './clearance.ts';

const keys = deriveChallengeKeys(Buffer.alloc(32, 7));
const ada: Bearer = { siteId: 'site-1', client: '2001:db8::/64', userAgent: 'Browser/1' };

async function solved(challenges: Challenges, bearer = ada): Promise<string> {
  const challenge = (await challenges.create(bearer, false, Date.now()))!;
  const solution = await solveChallenge({ challenge, deriveKey });
  return encode({ challenge, solution });
}

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');
const decode = (payload: string) => JSON.parse(Buffer.from(payload, 'base64').toString());
const always: ClaimOnce = () => Promise.resolve(true);

describe('challenges', () => {
  it('are solved once, on any node with the same keys', async () => {
    const claimed = new Set<string>();
    const claim: ClaimOnce = (key) => {
      const first = !claimed.has(key);
      claimed.add(key);
      return Promise.resolve(first);
    };
    const [first, second] = [new Challenges(keys.challenge, claim), new Challenges(keys.challenge, claim)];
    const payload = await solved(first);
    expect(await second.judge(payload, ada)).toBe('solved');
    expect(await second.judge(payload, ada)).toBe('used');
    expect(await first.judge(payload, ada)).toBe('used');
  }, 30_000);

  it("are nobody else's", async () => {
    const challenges = new Challenges(keys.challenge, always);
    const payload = await solved(challenges);
    for (const other of [{ siteId: 'site-2' }, { client: '192.0.2.1' }, { userAgent: 'Browser/2' }]) {
      expect(await challenges.judge(payload, { ...ada, ...other })).toBe('refused');
    }
    const stranger = new Challenges(deriveChallengeKeys(Buffer.alloc(32, 8)).challenge, always);
    expect(await stranger.judge(payload, ada)).toBe('refused');
    expect(await challenges.judge(payload, ada)).toBe('solved');
  }, 30_000);

  it('cannot be made easier, guessed or tried twice', async () => {
    const challenges = new Challenges(keys.challenge, always);
    const easier = decode(await solved(challenges));
    easier.challenge.parameters.expiresAt++;
    expect(await challenges.judge(encode(easier), ada)).toBe('refused');
    easier.challenge.parameters.cost = 2;
    expect(await challenges.judge(encode(easier), ada)).toBe('malformed');
    const challenge = (await challenges.create(ada, false, Date.now()))!;
    const guess = encode({ challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } });
    expect(await challenges.judge(guess, ada)).toBe('refused');
    const solution = await solveChallenge({ challenge, deriveKey });
    expect(await challenges.judge(encode({ challenge, solution }), ada)).toBe('used');
  }, 30_000);

  it('end, and each client has so many attempts', async () => {
    const challenges = new Challenges(keys.challenge, always);
    const old = await challenges.create(ada, false, Date.now() - 301_000);
    const solution = { counter: 1, derivedKey: '00' };
    expect(await challenges.judge(encode({ challenge: old, solution }), ada)).toBe('expired');
    const outcomes = new Set<string>();
    for (let attempt = 0; attempt < 310; attempt++) {
      outcomes.add(await challenges.judge(encode({ challenge: old, solution }), ada));
    }
    expect(outcomes).toContain('busy');
    expect(await challenges.judge(encode({ challenge: old, solution }), { ...ada })).toBe('busy');
    const made = await Promise.all(
      Array.from({ length: 1_001 }, () => challenges.create(ada, false, Date.now())),
    );
    expect(made.filter((challenge) => challenge === null)).toHaveLength(2);
  });

  it.each(['', 'x', 'bm9wZQ==', encode({}), encode([]), 'A'.repeat(3_000)])('are not "%s"', async (text) => {
    expect(await new Challenges(keys.challenge, always).judge(text, ada)).toBe('malformed');
  });
});

describe('clearances', () => {
  const clearances = new Clearances(keys.clearance);
  const now = 1_700_000_000_000;
  const cookie = clearances.issue(ada, true, now, 60_000);
  const pair = cookie.split(';')[0]!;

  it('hold for their bearer until they end, among other cookies', () => {
    expect(clearances.holds(pair, ada, true, now + 59_000)).toBe(true);
    expect(clearances.holds(`a=1; ${pair}; b=2`, ada, true, now)).toBe(true);
    expect(clearances.holds(pair, ada, true, now + 60_001)).toBe(false);
    expect(new Clearances(keys.clearance).holds(pair, ada, true, now)).toBe(true);
  });

  it('say what browsers need to know', () => {
    expect(cookie).toMatch(
      /^__Host-palisade_clearance=[^;]+; Path=\/; Max-Age=60; HttpOnly; Secure; SameSite=None$/,
    );
    expect(clearances.issue(ada, false, now, 60_000)).toMatch(/^palisade_clearance=[^;]+;(?!.*Secure)/);
  });

  it('are worth nothing to others, on other sites, altered, or in clear text', () => {
    for (const other of [{ siteId: 'site-2' }, { client: '192.0.2.1' }, { userAgent: 'Browser/2' }]) {
      expect(clearances.holds(pair, { ...ada, ...other }, true, now)).toBe(false);
    }
    expect(clearances.holds(pair, ada, false, now)).toBe(false);
    expect(clearances.holds(pair.replace('=', '=z'), ada, true, now)).toBe(false);
    expect(clearances.holds(`${pair.slice(0, -2)}AA`, ada, true, now)).toBe(false);
    const stranger = new Clearances(deriveChallengeKeys(Buffer.alloc(32, 9)).clearance);
    expect(stranger.holds(pair, ada, true, now)).toBe(false);
  });

  it('are looked for a few times only', () => {
    const wrong = `${pair.slice(0, -2)}AA`;
    expect(clearances.holds(`${`${wrong}; `.repeat(3)}${pair}`, ada, true, now)).toBe(true);
    expect(clearances.holds(`${`${wrong}; `.repeat(4)}${pair}`, ada, true, now)).toBe(false);
  });
});
