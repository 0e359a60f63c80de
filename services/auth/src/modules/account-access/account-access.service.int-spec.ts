import { eventually } from '@palisade/testing';
import { hashSecretToken } from '../../http/secret-tokens.ts';
import { type Account, browserOf, type Harness, ORIGIN, startHarness } from '../../test/harness.ts';
import { CREDENTIALS, type CredentialKind, NO_CREDENTIALS } from './credentials.ts';

const NEW_PASSWORD = 'a-brand-new-lantern-9';

/** Checks whether any of the planted credentials still gives access. */
type StillGood = () => Promise<boolean>;

describe('the end of all access', () => {
  let harness: Harness;
  let admin: Account;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
    admin = await harness.makeAdmin(await harness.register());
  });
  afterAll(() => harness.stop());

  const count = async (query: string, ...parameters: string[]): Promise<number> =>
    Number((await harness.database.query<{ count: string }>(query, parameters)).rows[0]?.count);
  const opens = async (token: string): Promise<boolean> =>
    (await harness.call('GET', '/auth/me', { token })).status === 200;
  const mailedToken = (template: string, account: Account): Promise<string> =>
    eventually(`the mail ${template}`, async () => {
      const { link } = await harness.mailSecrets(template, account.id);
      if (!link) throw new Error('not yet');
      return link.split('token=')[1] ?? '';
    });
  const resetLink = async (account: Account): Promise<string> => {
    await harness.call('POST', '/auth/forgotten-password', {}, { email: account.email });
    return mailedToken('reset_password', account);
  };

  /** One credential of each kind, as an intruder would leave them behind. */
  const PLANT: Readonly<Record<CredentialKind, (account: Account) => Promise<StillGood>>> = {
    session: async (account) => {
      const browser = browserOf(await harness.login(account, { origin: ORIGIN }));
      if ((await harness.renew(browser)).status !== 200) throw new Error('it is not renewed to begin with');
      const renews = async () => (await harness.renew(browser)).status === 200;
      const works = async () => (await harness.call('GET', '/auth/me', browser)).status === 200;
      return async () => (await works()) || (await renews());
    },
    apiKey: async (account) => {
      const { body } = await harness.call('POST', '/api-keys', account, {
        name: 'left behind',
        scopes: ['account:read'],
      });
      const token = String(body.api_key);
      if (!(await opens(token))) throw new Error('the key opens nothing to begin with');
      return () => opens(token);
    },
    rememberedDevice: async ({ id, cookie }) => {
      const hash = hashSecretToken(cookie.split('=')[1] ?? '');
      const query = 'SELECT count(*) FROM known_devices WHERE user_id = $1 AND token_hash = $2';
      if ((await count(query, id, hash)) === 0) throw new Error('the device is not known to begin with');
      return async () => (await count(query, id, hash)) > 0;
    },
    mailedLink: async (account) => {
      const token = await mailedToken('confirm_email', account);
      return async () =>
        (await harness.call('POST', '/auth/confirm-email', {}, { token, password: account.password }))
          .status === 200;
    },
    recoveryRequest: async ({ id }) => {
      await harness.database.query(
        'INSERT INTO recovery_requests (id, email_key) SELECT id, email_key FROM users WHERE id = $1',
        [id],
      );
      // Where the request was worked off already, its link must be revoked.
      return async () =>
        (await count('SELECT count(*) FROM recovery_requests WHERE id = $1', id)) +
          (await count(
            `SELECT count(*) FROM email_tokens WHERE user_id = $1 AND purpose = 'reset' AND used_at IS NULL`,
            id,
          )) >
        0;
    },
    waitingFactor: async (account) => {
      await harness.call('GET', '/settings/mfa/setup', account);
      return async () => (await count('SELECT count(*) FROM mfa_configs WHERE user_id = $1', account.id)) > 0;
    },
    supportView: async (account) => {
      const asked = await harness.call('POST', `/admin/users/${account.id}/support-views`, admin, {
        reason: 'A stranger in the account has written to us.',
      });
      const path = `/settings/support-views/${String(asked.body.id)}/answer`;
      const answered = await harness.call('POST', path, account, { allow: true });
      if (answered.body.state !== 'allowed') throw new Error('it is not allowed to begin with');
      const query = 'SELECT count(*) FROM support_views WHERE user_id = $1 AND ended_at IS NULL';
      return async () => (await count(query, account.id)) > 0;
    },
  };

  const ENDINGS: Readonly<Record<string, (account: Account) => Promise<unknown>>> = {
    'a reset by mail': async (account) => {
      const answer = await harness.call(
        'POST',
        '/auth/reset-password',
        {},
        { token: await resetLink(account), new_password: NEW_PASSWORD },
      );
      expect(answer.status).toBe(200);
    },
    'a change of the password': async (account) => {
      const { body } = await harness.login(account);
      const token = String(body.access_token);
      const change = { current_password: account.password, new_password: NEW_PASSWORD };
      expect((await harness.call('PUT', '/settings/password', { token }, change)).status).toBe(200);
      // The person who made the change stays signed in, and the message says so.
      expect(await opens(token)).toBe(true);
    },
    'a reset by an administrator': (account) =>
      harness.call('PUT', `/admin/users/${account.id}`, admin, { password: NEW_PASSWORD }),
    deactivation: async (account) => {
      expect((await harness.call('POST', `/admin/users/${account.id}/deactivate`, admin)).status).toBe(200);
      // No credential returns with the account.
      expect((await harness.call('POST', `/admin/users/${account.id}/activate`, admin)).status).toBe(200);
    },
    'deactivation in the form': async (account) => {
      const put = (is_active: boolean) =>
        harness.call('PUT', `/admin/users/${account.id}`, admin, { is_active });
      expect([(await put(false)).status, (await put(true)).status]).toEqual([200, 200]);
    },
    'closing the account': async (account) => {
      const { body } = await harness.login(account);
      const answer = await harness.call('DELETE', '/auth/delete-account', {
        token: String(body.access_token),
      });
      expect(answer.status).toBe(200);
    },
    'an administrator deleting it': (account) => harness.call('DELETE', `/admin/users/${account.id}`, admin),
  };

  describe.each(Object.entries(ENDINGS))('by %s', (_name, end) => {
    it.each(Object.entries(PLANT))('ends each %s', async (kind, plant) => {
      const account = await harness.register();
      // The confirmation link stays usable; everything else is created after it was used.
      if (kind !== 'mailedLink') await harness.confirmEmail(account);
      const stillGood = await plant(account);
      await end(account);
      expect(await stillGood()).toBe(false);
    });
  });

  it('stands in the audit log, with its reason', async () => {
    const account = await harness.register();
    await harness.call('PUT', `/admin/users/${account.id}`, admin, { password: NEW_PASSWORD });
    const { rows } = await harness.database.query(
      `SELECT actor_id, details FROM audit_log WHERE action = 'account.access_ended' AND target_id = $1`,
      [account.id],
    );
    expect(rows).toEqual([{ actor_id: admin.id, details: { reason: 'password_changed' } }]);
  });

  it('knows every table of this service', async () => {
    const { rows } = await harness.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'test_events'`,
    );
    const known = new Set([
      ...Object.values(CREDENTIALS).map(({ table }) => table),
      ...Object.keys(NO_CREDENTIALS),
    ]);
    expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    expect(rows.length).toBe(known.size);
  });

  describe('for somebody whose address was registered by a stranger', () => {
    it('there was never a key', async () => {
      const account = await harness.register();
      const answer = await harness.call('POST', '/api-keys', account, {
        name: 'early',
        scopes: ['domains:write'],
      });
      expect(answer).toMatchObject({ status: 403, body: { code: 'email_not_confirmed' } });
    });

    it('the stranger’s second factor does not keep the owner out', async () => {
      const account = await harness.register();
      await harness.database.query(
        `INSERT INTO mfa_configs (id, user_id, name, type, sealed_secret, may_replace, enabled_at)
         VALUES (gen_random_uuid(), $1, 'x', 'totp', 'x', true, now())`,
        [account.id],
      );
      const token = await resetLink(account);
      await harness.call('POST', '/auth/reset-password', {}, { token, new_password: NEW_PASSWORD });
      const answer = await harness.login({ ...account, password: NEW_PASSWORD });
      expect(answer).toMatchObject({ status: 200, body: { requires_mfa: false } });
    });

    it('the stranger cannot take the account back to an address that was never confirmed', async () => {
      const account = await harness.register();
      await harness.call('PUT', '/settings/account', account, { email: `victim-${account.email}` });
      expect(await harness.mailSecrets('email_changed', account.id)).toEqual({});
    });
  });

  it('leaves the owner’s second factor on when the address was confirmed', async () => {
    const account = await harness.confirmEmail(await harness.register());
    await harness.database.query(
      `INSERT INTO mfa_configs (id, user_id, name, type, sealed_secret, may_replace, enabled_at)
       VALUES (gen_random_uuid(), $1, 'x', 'totp', 'x', true, now())`,
      [account.id],
    );
    const token = await resetLink(account);
    await harness.call('POST', '/auth/reset-password', {}, { token, new_password: NEW_PASSWORD });
    expect(await harness.login({ ...account, password: NEW_PASSWORD })).toMatchObject({
      body: { requires_mfa: true },
    });
  });

  it('leaves nothing that was made at the same moment with the old password', async () => {
    const account = await harness.confirmEmail(await harness.register());
    const token = await resetLink(account);
    const attempts = Array.from({ length: 12 }, (_, i) => [
      harness.login(account, { address: `192.0.2.${i + 10}`, cookie: account.cookie }),
      harness.call('POST', '/api-keys', account, { name: `race ${i}`, scopes: ['account:read'] }),
    ]).flat();
    const reset = harness.call('POST', '/auth/reset-password', {}, { token, new_password: NEW_PASSWORD });
    const answers = await Promise.all(attempts);
    expect((await reset).status).toBe(200);
    const tokens = answers
      .flatMap(({ body }) => [body.access_token, body.api_key])
      .filter(Boolean) as string[];
    const open = await Promise.all(tokens.map(opens));
    expect(open.filter(Boolean)).toEqual([]);
    expect(
      await count('SELECT count(*) FROM sessions WHERE user_id = $1 AND ended_at IS NULL', account.id),
    ).toBe(0);
    expect(await count('SELECT count(*) FROM api_keys WHERE user_id = $1', account.id)).toBe(0);
  });
});
