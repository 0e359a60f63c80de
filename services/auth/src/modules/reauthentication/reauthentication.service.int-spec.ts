import { eventually } from '@palisade/testing';
import { generate } from 'otplib';
import { type Account, browserOf, type Harness, startHarness } from '../../test/harness.ts';

describe('re-authentication', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
  });
  afterAll(() => harness.stop());

  /** Signed in hours ago. */
  async function stale(): Promise<Account> {
    const account = await harness.confirmEmail(await harness.register());
    await harness.ageSessions(account);
    return account;
  }
  const confirm = (account: Account, body: object) =>
    harness.call('POST', '/auth/reauthenticate', account, body);
  const makeKey = (account: Account) =>
    harness.call('POST', '/api-keys', account, { name: 'x', scopes: ['account:read'] });
  async function withFactor(): Promise<{ account: Account; secret: string; backup: string }> {
    const account = await harness.confirmEmail(await harness.register());
    const { body } = await harness.call('GET', '/settings/mfa/setup', account);
    const secret = String(body.secret);
    const token = await generate({ secret });
    expect((await harness.call('POST', '/settings/mfa/enable', account, { token })).status).toBe(200);
    await harness.ageSessions(account);
    return { account, secret, backup: (body.backup_codes as string[])[0] ?? '' };
  }

  it('is not needed right after signing in, and opens sensitive actions for ten minutes', async () => {
    const fresh = await harness.confirmEmail(await harness.register());
    expect((await makeKey(fresh)).status).toBe(201);
    const account = await stale();
    expect(await makeKey(account)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required', detail: expect.stringContaining('password') },
    });
    const confirmed = await confirm(account, { password: account.password });
    expect(confirmed).toMatchObject({ status: 200, body: { requires_mfa: false } });
    const minutes = (Date.parse(String(confirmed.body.confirmed_until)) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9.5);
    expect(minutes).toBeLessThanOrEqual(10.1);
    expect((await makeKey(account)).status).toBe(201);
    await harness.database.query(
      `UPDATE sessions SET authenticated_at = now() - interval '601 seconds' WHERE user_id = $1`,
      [account.id],
    );
    expect((await makeKey(account)).status).toBe(403);
  });

  it('holds for the session that asked, and for no other of the same account', async () => {
    const account = await stale();
    const other = await harness.login(account);
    await harness.ageSessions(account);
    expect((await confirm(account, { password: account.password })).status).toBe(200);
    expect((await makeKey({ ...account, token: String(other.body.access_token) })).status).toBe(403);
  });

  it('wants the code too where a second factor is set up, each once', async () => {
    const { account, secret, backup } = await withFactor();
    expect(await confirm(account, { password: account.password })).toMatchObject({
      status: 200,
      body: { requires_mfa: true, confirmed_until: null },
    });
    expect((await makeKey(account)).status).toBe(403);
    expect(await confirm(account, { password: account.password, mfa_token: '000000' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_mfa_code', errors: [{ path: 'mfa_token' }] },
    });
    // The code that set the factor up is consumed; the next step's is not, and is accepted already.
    const code = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
    const both = await Promise.all(
      [1, 2, 3].map(() => confirm(account, { password: account.password, mfa_token: code })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    await harness.ageSessions(account);
    expect((await confirm(account, { password: account.password, mfa_token: backup })).status).toBe(200);
    expect((await makeKey(account)).status).toBe(201);
  });

  it('says at its field that the password is wrong, ends no session, and slows guessing down', async () => {
    const account = await stale();
    expect(await confirm(account, { password: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'password_incorrect', errors: [{ path: 'password' }] },
    });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await confirm(account, { password: `wrong ${i}` })).status);
    expect(statuses).toContain(429);
    expect((await harness.call('GET', '/auth/me', account)).status).toBe(200);
    // A thief's guesses in one session do not lock the owner out in another.
    const other = await harness.login(account, { cookie: account.cookie });
    await harness.ageSessions(account);
    const owner = { ...account, ...browserOf(other) };
    expect((await confirm(owner, { password: account.password })).status).toBe(200);
  });

  it('opens nothing when the password was reset meanwhile', async () => {
    const account = await stale();
    await harness.call('POST', '/auth/forgotten-password', {}, { email: account.email });
    const token = await eventually('the link for a new password', async () => {
      const { link } = await harness.mailSecrets('reset_password', account.id);
      if (!link) throw new Error('not yet');
      return link.split('token=')[1] ?? '';
    });
    const [confirmed, reset] = await Promise.all([
      confirm(account, { password: account.password }),
      harness.call('POST', '/auth/reset-password', {}, { token, new_password: 'lantern-ford-51' }),
    ]);
    expect(reset.status).toBe(200);
    expect([200, 401]).toContain(confirmed.status);
    expect((await makeKey(account)).status).toBe(401);
  });

  it('is asked for when the address changes, and not for the name', async () => {
    const account = await stale();
    const put = (body: object) => harness.call('PUT', '/settings/account', account, body);
    expect((await put({ email: account.email, full_name: 'Another Name' })).status).toBe(200);
    expect((await put({ email: account.email.toUpperCase() })).status).toBe(200);
    expect(await put({ email: `x${account.email}` })).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required' },
    });
  });

  it('stands in the audit log', async () => {
    const account = await stale();
    await confirm(account, { password: account.password });
    await makeKey(account);
    const { rows } = await harness.database.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE actor_id = $1 ORDER BY at, id',
      [account.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['session.reauthenticated', 'api_key.created']);
  });

  it('does not let the password buy more guesses at the code', async () => {
    const { account } = await withFactor();
    const { password } = account;
    const codes: unknown[] = [];
    for (let i = 0; i < 24; i++) {
      const answer = await confirm(account, { password, mfa_token: '000000' });
      codes.push(answer.body.code);
      // The correct password, where the form itself asks for it.
      if (i % 6 === 5) {
        const unchanged = { current_password: password, new_password: password };
        await harness.call('PUT', '/settings/password', account, unchanged);
      }
    }
    expect(codes.filter((code) => code === 'wrong_mfa_code').length).toBeLessThan(13);
    expect(codes).toContain('too_many_attempts');
  });
});
