import { generate } from 'otplib';
import { type Account, browserOf, type Harness, ORIGIN, startHarness } from '../../test/harness.ts';

const NEW_PASSWORD = 'harbour-lamp-61';

describe('an account that a thief was in', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
  });
  afterAll(() => harness?.stop());

  const owner = async () => harness.confirmEmail(await harness.register());
  const linkToken = async (template: string, { id }: Account) =>
    new URL((await harness.mailSecrets(template, id)).link ?? 'x:').searchParams.get('token') ?? '';
  const enableFactor = async (account: Account, cookie: string) => {
    const { body: setup } = await harness.call('GET', '/settings/mfa/setup', account);
    const token = await generate({ secret: String(setup.secret) });
    expect(
      (await harness.call('POST', '/settings/mfa/enable', { ...account, cookie }, { token })).status,
    ).toBe(200);
  };
  /** As if the device had been used for the first time so many days ago. */
  const ageDevices = ({ id }: Account, days: number) =>
    harness.database.query(
      'UPDATE known_devices SET first_used_at = now() - make_interval(days => $2) WHERE user_id = $1',
      [id, days],
    );
  const ageFactor = ({ id }: Account, days: number) =>
    harness.database.query(
      'UPDATE mfa_configs SET enabled_at = now() - make_interval(days => $2) WHERE user_id = $1',
      [id, days],
    );
  const reset = async (account: Account) => {
    if ((await linkToken('reset_password', account)) === '') {
      await harness.call('POST', '/auth/forgotten-password', {}, { email: account.email });
    }
    let token = '';
    while (token === '') token = await linkToken('reset_password', account);
    const body = { token, new_password: NEW_PASSWORD };
    expect((await harness.call('POST', '/auth/reset-password', {}, body)).status).toBe(200);
  };
  const needsCode = async (account: Account) =>
    (await harness.login({ ...account, password: NEW_PASSWORD })).body.requires_mfa;
  const mailsOf = async ({ id }: Account) => (await harness.mails(id)).map(({ template }) => template);

  it('is its owner’s again after a reset: a factor that was set up on a new device is gone', async () => {
    const account = await owner();
    await ageDevices(account, 30);
    const thief = await harness.login(account);
    await enableFactor({ ...account, token: String(thief.body.access_token) }, 'palisade_device=x');
    await reset(account);
    expect(await needsCode(account)).toBe(false);
    expect(await mailsOf(account)).toEqual(expect.arrayContaining(['mfa_enabled', 'mfa_disabled']));
  });

  it('keeps a factor that its owner has set up, against whoever reads the mail', async () => {
    const [usual, older] = [await owner(), await owner()];
    await ageDevices(usual, 8);
    await enableFactor(usual, usual.cookie);
    await enableFactor(older, older.cookie);
    await ageFactor(older, 8);
    for (const account of [usual, older]) {
      await reset(account);
      expect(await needsCode(account)).toBe(true);
      expect(await mailsOf(account)).not.toContain('mfa_disabled');
    }
  });

  it('keeps a factor that its owner has set up right after another password, and knows the device still', async () => {
    const account = await owner();
    await ageDevices(account, 30);
    const browser = browserOf(await harness.login(account, { cookie: account.cookie, origin: ORIGIN }));
    const elsewhere = browserOf(await harness.login(account, { origin: ORIGIN }));
    const passwords = { current_password: account.password, new_password: 'harbour-lamp-60' };
    expect((await harness.call('PUT', '/settings/password', browser, passwords)).status).toBe(200);
    expect((await harness.call('GET', '/auth/me', elsewhere)).status).toBe(401);
    const { rows } = await harness.database.query('SELECT FROM known_devices WHERE user_id = $1', [
      account.id,
    ]);
    expect(rows).toHaveLength(1);
    await enableFactor({ ...account, ...browser }, browser.cookie);
    await reset(account);
    expect(await needsCode(account)).toBe(true);
  });

  it('is taken back where an administrator’s session has moved it to another address', async () => {
    const [account, admin] = [await owner(), await harness.makeAdmin(await harness.register())];
    const change = { email: `thief-${account.email}`, password: 'harbour-lamp-62' };
    expect((await harness.call('PUT', `/admin/users/${account.id}`, admin, change)).status).toBe(200);
    const mail = (await harness.mails(account.id)).find(({ template }) => template === 'email_changed');
    expect(mail?.to).toBe(account.email);
    const token = await linkToken('email_changed', account);
    expect((await harness.call('POST', '/auth/undo-email-change', {}, { token })).status).toBe(200);
    expect((await harness.login({ ...account, ...change })).status).toBe(401);
    await reset(account);
    expect((await harness.login({ ...account, password: NEW_PASSWORD })).status).toBe(200);
  });

  it('takes a changed address back also from who has set up a factor before', async () => {
    const account = await owner();
    await ageDevices(account, 30);
    const thief = await harness.login(account);
    const session = { ...account, token: String(thief.body.access_token) };
    await enableFactor(session, 'palisade_device=x');
    const change = { email: `thief-${account.email}`, full_name: '' };
    expect((await harness.call('PUT', '/settings/account', session, change)).status).toBe(200);
    const token = await linkToken('email_changed', account);
    expect((await harness.call('POST', '/auth/undo-email-change', {}, { token })).status).toBe(200);
    await reset(account);
    expect(await needsCode(account)).toBe(false);
  });

  it('does not know a device by a cookie that the thief has put there', async () => {
    const [thief, account] = [await harness.register(), await owner()];
    const planted = { cookie: thief.cookie };
    const signedIn = await harness.login(account, planted);
    expect(signedIn.headers.get('set-cookie')).not.toContain(thief.cookie.split('=')[1]);
    const again = await harness.login(account, planted);
    const { rows } = await harness.database.query(
      `SELECT count(*)::int AS count FROM security_events WHERE user_id = $1 AND kind = 'signed_in_on_new_device'`,
      [account.id],
    );
    expect([again.status, rows[0]]).toEqual([200, { count: 2 }]);
  });

  it('knows a device that several accounts use by the cookie that it was given last', async () => {
    const [first, second] = [await owner(), await owner()];
    let { cookie } = first;
    for (const account of [second, first, second, first]) {
      const answer = await harness.login(account, { cookie });
      const renewed = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      expect(renewed).not.toBe(cookie);
      cookie = renewed;
    }
    const { rows } = await harness.database.query(
      `SELECT user_id, count(*)::int AS count FROM security_events
        WHERE user_id = ANY($1) AND kind = 'signed_in_on_new_device' GROUP BY user_id`,
      [[first.id, second.id]],
    );
    expect(rows).toEqual([{ user_id: second.id, count: 1 }]);
  });
});

describe('an account that a stranger has opened with somebody’s address', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
  });
  afterAll(() => harness?.stop());

  const confirm = async (account: Account, visitor: object, password?: string) => {
    const link = (await harness.mailSecrets('confirm_email', account.id)).link ?? 'x:';
    const token = new URL(link).searchParams.get('token');
    return harness.call('POST', '/auth/confirm-email', visitor, { token, ...(password && { password }) });
  };
  const isConfirmed = async (account: Account) =>
    (await harness.call('GET', '/auth/me', account)).body.email_confirmed;

  it('is not confirmed by a click of who reads the mail', async () => {
    const [account, other] = [await harness.register(), await harness.register()];
    for (const visitor of [{}, { cookie: other.cookie }, { token: other.token }]) {
      expect(await confirm(account, visitor)).toMatchObject({
        status: 400,
        body: { code: 'password_required', errors: [{ path: 'password' }] },
      });
      expect(await confirm(account, visitor, other.password)).toMatchObject({
        status: 400,
        body: { code: 'password_incorrect' },
      });
    }
    expect(await isConfirmed(account)).toBe(false);
  });

  it.each(['its session', 'its device', 'its password'] as const)('is confirmed by %s', async (what) => {
    const account = await harness.register();
    const visitor = { 'its session': { token: account.token }, 'its device': { cookie: account.cookie } };
    const answer =
      what === 'its password'
        ? await confirm(account, {}, account.password)
        : await confirm(account, visitor[what]);
    expect(answer.status).toBe(200);
    expect(await isConfirmed(account)).toBe(true);
  });

  it('bounds guesses at its password', async () => {
    const account = await harness.register();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await confirm(account, {}, `guess-${i}`)).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    // The first pause lasts a second, which a busy machine may take anyway.
    expect(statuses.slice(10)).toContain(429);
  });
});
