import { jest } from '@jest/globals';
import { generate } from 'otplib';
import { type Account, type Harness, startHarness } from '../../test/harness.ts';
import type { MfaSetup } from './mfa.schema.ts';

const PERIOD = 30;
/** The code of the previous step, of this one (0) or of the next: each account can use each of them once. */
const codeOf = (secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * PERIOD });

/** Timers run; only the clock stands still, in the middle of a step, so that no code expires during a test. */
function holdClock(): void {
  const step = PERIOD * 1_000;
  const now = Math.floor(Date.now() / step) * step + step / 2;
  jest.useFakeTimers({
    now,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}

describe('two-factor authentication', () => {
  let harness: Harness;
  beforeAll(async () => {
    holdClock();
    harness = await startHarness();
    await harness.recordEvents();
  });
  afterAll(async () => {
    await harness.stop();
    jest.useRealTimers();
  });

  const setUp = async (account: Account) =>
    (await harness.call('GET', '/settings/mfa/setup', account)).body as unknown as MfaSetup;

  async function withMfa(): Promise<Account & { setup: MfaSetup }> {
    const account = await harness.register();
    const setup = await setUp(account);
    const token = await codeOf(setup.secret, -1);
    const enabled = await harness.call('POST', '/settings/mfa/enable', account, { token });
    expect(enabled.status).toBe(200);
    return { ...account, setup };
  }

  it('is begun many times at once without holding up anybody else', async () => {
    const [impatient, other] = [await harness.register(), await harness.register()];
    const begun = Array.from({ length: 24 }, () => harness.call('GET', '/settings/mfa/setup', impatient));
    expect((await harness.call('GET', '/auth/me', other)).status).toBe(200);
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual(begun.map(() => 200));
  });

  it('is off to begin with', async () => {
    const account = await harness.register();
    expect((await harness.call('GET', '/settings/mfa/status', account)).body).toEqual({
      enabled: false,
      enabled_at: null,
      has_secret: false,
      has_backup_codes: false,
    });
    expect((await harness.call('GET', '/settings/mfa/configs', account)).body).toEqual({ configs: [] });
  });

  it('offers a secret as image and text, with ten backup codes, to nobody’s cache', async () => {
    const account = await harness.register();
    const answer = await harness.call('GET', '/settings/mfa/setup', account);
    const setup = answer.body as unknown as MfaSetup;
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(setup.qr_code).toMatch(/^data:image\/png;base64,/);
    expect(setup.manual_entry_key.replaceAll(' ', '')).toBe(setup.secret);
    expect(new Set(setup.backup_codes).size).toBe(10);
    expect((await setUp(account)).secret).not.toBe(setup.secret);
  });

  it('is enabled by a code of the newest secret only', async () => {
    const account = await harness.register();
    const first = await setUp(account);
    const second = await setUp(account);
    const enable = async (token: string) => harness.call('POST', '/settings/mfa/enable', account, { token });
    expect(await enable(await codeOf(first.secret))).toMatchObject({
      status: 400,
      body: { detail: 'Invalid verification code', errors: [{ path: 'token' }] },
    });
    expect((await enable('12345')).status).toBe(422);
    expect(await enable(await codeOf(second.secret))).toMatchObject({
      status: 200,
      body: { message: 'MFA enabled successfully! You will receive an email confirmation.' },
    });
    expect((await harness.call('GET', '/settings/mfa/status', account)).body).toMatchObject({
      enabled: true,
      has_secret: true,
      has_backup_codes: true,
    });
    expect((await harness.call('GET', '/auth/me', account)).body.mfa_enabled).toBe(true);
    expect((await harness.mails(account.id)).map((mail) => mail.template)).toContain('mfa_enabled');
    expect((await enable(await codeOf(second.secret))).body.detail).toContain('start the two-factor setup');
  });

  it('asks for a code at login, and makes no session without one', async () => {
    const account = await withMfa();
    const before = await harness.database.query('SELECT count(*) FROM sessions WHERE user_id = $1', [
      account.id,
    ]);
    const asked = await harness.login(account);
    expect(asked).toMatchObject({
      status: 200,
      body: { requires_mfa: true, access_token: null, user: null },
    });
    expect(asked.headers.get('set-cookie')).toBeNull();
    const after = await harness.database.query('SELECT count(*) FROM sessions WHERE user_id = $1', [
      account.id,
    ]);
    expect(after.rows).toEqual(before.rows);
    const wrong = await harness.login(account, account, { mfa_token: '000000' });
    expect(wrong).toMatchObject({
      status: 401,
      body: { detail: 'Invalid authentication code', errors: [{ path: 'mfa_token' }] },
    });
    const right = await harness.login(account, {}, { mfa_token: await codeOf(account.setup.secret) });
    expect(right).toMatchObject({ status: 200, body: { requires_mfa: false, user: { id: account.id } } });
  });

  it('asks for no code before the password was right', async () => {
    const account = await withMfa();
    expect(await harness.login({ ...account, password: 'wrong-password' })).toMatchObject({ status: 401 });
  });

  it('takes every code once, also from two logins at the same time', async () => {
    const account = await withMfa();
    const token = await codeOf(account.setup.secret);
    const answers = await Promise.all(
      [1, 2, 3].map(() => harness.login(account, account, { mfa_token: token })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401]);
    const used = await codeOf(account.setup.secret, -1);
    expect((await harness.login(account, account, { mfa_token: used })).status).toBe(401);
  });

  it('takes every backup code once, however it is typed', async () => {
    const account = await withMfa();
    const [code = '', other = ''] = account.setup.backup_codes;
    const typed = code.toUpperCase().replaceAll('-', ' ');
    expect((await harness.login(account, account, { mfa_token: typed })).status).toBe(200);
    expect((await harness.login(account, account, { mfa_token: code })).status).toBe(401);
    expect((await harness.login(account, account, { mfa_token: other })).status).toBe(200);
    const { configs } = (await harness.call('GET', '/settings/mfa/configs', account)).body as {
      configs: object[];
    };
    expect(configs).toMatchObject([{ type: 'totp', enabled: true, backup_codes_count: 8 }]);
  });

  it('keeps no secret in the database that a dump could show', async () => {
    const account = await withMfa();
    const { rows } = await harness.database.query(
      `SELECT c::text AS line FROM mfa_configs c WHERE user_id = $1
       UNION ALL SELECT b::text FROM mfa_backup_codes b JOIN mfa_configs c ON c.id = b.config_id WHERE c.user_id = $1`,
      [account.id],
    );
    const dump = rows.map((row: { line: string }) => row.line).join('\n');
    expect(rows).toHaveLength(11);
    expect(dump).not.toContain(account.setup.secret);
    for (const code of account.setup.backup_codes) expect(dump).not.toContain(code.replaceAll('-', ''));
  });

  it('is not replaced by a setup without the password', async () => {
    const account = await withMfa();
    expect(await harness.call('GET', '/settings/mfa/setup', account)).toMatchObject({
      status: 409,
      body: { code: 'mfa_already_enabled' },
    });
  });

  it('is regenerated with the password; the old secret holds until the new one is proved', async () => {
    const account = await withMfa();
    const regenerate = (password: string) =>
      harness.call('POST', '/settings/mfa/regenerate', account, { password });
    expect(await regenerate('wrong-password')).toMatchObject({
      status: 400,
      body: { detail: 'Current password is incorrect' },
    });
    const fresh = (await regenerate(account.password)).body as unknown as MfaSetup;
    const old = await harness.login(account, account, { mfa_token: await codeOf(account.setup.secret) });
    expect(old.status).toBe(200);
    const token = await codeOf(fresh.secret);
    expect((await harness.call('POST', '/settings/mfa/enable', account, { token })).status).toBe(200);
    const late = await codeOf(account.setup.secret, 1);
    expect((await harness.login(account, account, { mfa_token: late })).status).toBe(401);
    const next = await codeOf(fresh.secret, 1);
    expect((await harness.login(account, account, { mfa_token: next })).status).toBe(200);
  });

  it('is disabled with the password', async () => {
    const account = await withMfa();
    const disable = (password: unknown) =>
      harness.call('POST', '/settings/mfa/disable', account, { password });
    expect((await disable('wrong-password')).status).toBe(400);
    expect((await disable(7)).status).toBe(422);
    expect(await disable(account.password)).toMatchObject({
      status: 200,
      body: { message: 'MFA disabled successfully' },
    });
    expect((await harness.login(account)).body.requires_mfa).toBe(false);
    expect((await disable(account.password)).body.code).toBe('mfa_not_enabled');
    expect((await harness.mails(account.id)).map((mail) => mail.template)).toContain('mfa_disabled');
  });

  it('lets configurations be deleted by their owner, with the password', async () => {
    const account = await withMfa();
    const other = await harness.register();
    const { configs } = (await harness.call('GET', '/settings/mfa/configs', account)).body as {
      configs: { id: string }[];
    };
    const path = `/settings/mfa/configs/${configs[0]?.id}`;
    expect((await harness.call('DELETE', path, other, { password: other.password })).status).toBe(404);
    expect((await harness.call('DELETE', path, account, { password: 'wrong-password' })).status).toBe(400);
    expect((await harness.call('DELETE', path, account, { password: account.password })).status).toBe(200);
    expect((await harness.call('GET', '/settings/mfa/status', account)).body.enabled).toBe(false);
  });

  it.each([
    ['GET', '/settings/mfa/status'],
    ['GET', '/settings/mfa/configs'],
    ['GET', '/settings/mfa/setup'],
    ['POST', '/settings/mfa/enable'],
    ['POST', '/settings/mfa/disable'],
    ['POST', '/settings/mfa/regenerate'],
    ['DELETE', '/settings/mfa/configs/0190a3b4-0000-7000-8000-000000000001'],
  ])('%s %s needs a session', async (method, path) => {
    expect((await harness.call(method, path)).status).toBe(401);
  });

  it('can be required of administrators', async () => {
    await harness.restart({ PALISADE_AUTH_ADMIN_MFA: 'required' });
    const admin = await harness.makeAdmin(await harness.register());
    expect((await harness.call('GET', '/auth/me', admin)).body).toMatchObject({
      is_admin: false,
      mfa_setup_required: true,
    });
    expect((await harness.call('GET', '/admin/users', admin)).status).toBe(403);
    const { secret } = await setUp(admin);
    await harness.call('POST', '/settings/mfa/enable', admin, { token: await codeOf(secret) });
    expect((await harness.call('GET', '/admin/users', admin)).status).toBe(200);
  });
});
