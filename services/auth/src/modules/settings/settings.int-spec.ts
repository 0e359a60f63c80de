import { jest } from '@jest/globals';
import { requestScope } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { generate } from 'otplib';
import { DataSource } from 'typeorm';
import { type Account, type Harness, startHarness } from '../../test/harness.ts';
import { PasswordRecoveryService } from '../recovery/password-recovery.service.ts';

describe('account settings and lost passwords', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
  });
  afterAll(() => harness.stop());

  const linkToken = async (template: string, account: Account) =>
    new URL((await harness.mailSecrets(template, account.id)).link ?? 'x:').searchParams.get('token') ?? '';

  describe('PUT /settings/account', () => {
    it('changes name and address; the new address is to be confirmed, the old one hears of it', async () => {
      const account = await harness.register();
      await harness.call('POST', '/auth/confirm-email', account, {
        token: await linkToken('confirm_email', account),
      });
      const email = `new-${account.email}`;
      const answer = await harness.call('PUT', '/settings/account', account, {
        full_name: 'New Name',
        email,
      });
      expect(answer).toMatchObject({
        status: 200,
        body: { email, full_name: 'New Name', username: account.username, email_confirmed: false },
      });
      const mails = await harness.mails(account.id);
      expect(mails.filter((mail) => mail.template === 'email_changed')).toMatchObject([
        { to: account.email, variables: { new_email: email } },
      ]);
      expect(mails.filter((mail) => mail.template === 'confirm_email').at(-1)).toMatchObject({ to: email });
      expect(await harness.events('auth.user_updated.v1', account.id)).toMatchObject([
        { email, isActive: true },
      ]);
      expect((await harness.login({ email, password: account.password })).status).toBe(200);
    });

    describe('the link that the old address gets', () => {
      const changeTo = (account: Account, email: string) =>
        harness.call('PUT', '/settings/account', account, { email });
      const undo = (token: string) => harness.call('POST', '/auth/undo-email-change', {}, { token });
      const undoTokens = async (account: Account) => {
        const mails = (await harness.mails(account.id)).filter((mail) => mail.template === 'email_changed');
        return mails.map((mail) => new URL(harness.open(mail).link ?? '').searchParams.get('token') ?? '');
      };

      it('brings the address back, ends what opens the account, and sends a link for a new password', async () => {
        const account = await harness.confirmEmail(await harness.register());
        const key = await harness.call('POST', '/api-keys', account, { name: 'x', scopes: ['account:read'] });
        await changeTo(account, `taken-${account.email}`);
        const setup = await harness.call('GET', '/settings/mfa/setup', account);
        const code = await generate({ secret: String(setup.body.secret) });
        expect((await harness.call('POST', '/settings/mfa/enable', account, { token: code })).status).toBe(
          200,
        );
        const [token = ''] = await undoTokens(account);
        expect(await undo(token)).toMatchObject({
          status: 200,
          body: { message: expect.stringContaining('previous email address') },
        });
        expect((await harness.call('GET', '/auth/me', account)).status).toBe(401);
        expect((await harness.call('GET', '/auth/me', { token: String(key.body.api_key) })).status).toBe(401);
        // The password that the thief knows stops working.
        expect((await harness.login(account)).status).toBe(401);
        const reset = await linkToken('reset_password', account);
        await harness.call(
          'POST',
          '/auth/reset-password',
          {},
          { token: reset, new_password: 'lantern-ford-41' },
        );
        expect((await harness.login({ ...account, password: 'lantern-ford-41' })).body.user).toMatchObject({
          email: account.email,
          email_confirmed: true,
        });
        const mails = (await harness.mails(account.id)).filter(({ template }) => template !== 'new_device');
        expect(mails.at(-1)).toMatchObject({ template: 'password_changed', to: account.email });
        expect(await undo(token)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
      });

      it('of the first address wins over those of later ones', async () => {
        const account = await harness.confirmEmail(await harness.register());
        await changeTo(account, `second-${account.email}`);
        await harness.confirmEmail(account);
        await changeTo(account, `third-${account.email}`);
        const [first = '', second = ''] = await undoTokens(account);
        expect((await undo(first)).status).toBe(200);
        expect((await undo(second)).status).toBe(400);
      });

      it('works although the thief tries to have the old address again, and nobody else gets it', async () => {
        const account = await harness.confirmEmail(await harness.register());
        const other = await harness.register();
        await changeTo(account, `thief-${account.email}`);
        const names = { username: `squatter-${account.username}`, password: account.password };
        const squat = { ...names, email: account.email.toUpperCase() };
        expect(await harness.call('POST', '/auth/register', {}, squat)).toMatchObject({
          status: 400,
          body: { code: 'account_exists', errors: [{ path: 'email' }] },
        });
        expect((await changeTo(other, account.email)).body.code).toBe('account_exists');
        const [token = ''] = await undoTokens(account);
        expect((await undo(token)).status).toBe(200);
      });

      it('keeps the address for a while only, and for its account', async () => {
        const account = await harness.confirmEmail(await harness.register());
        await changeTo(account, `new-${account.email}`);
        expect((await changeTo(account, account.email)).status).toBe(200);
        await changeTo(account, `new-${account.email}`);
        await harness.database.query('UPDATE email_tokens SET expires_at = now() WHERE user_id = $1', [
          account.id,
        ]);
        await harness.register({ email: account.email });
      });

      it('does nothing when made up', async () => {
        expect(await undo('A'.repeat(43))).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
        expect((await harness.call('POST', '/auth/undo-email-change', {}, {})).status).toBe(422);
      });
    });

    it('writes to a few addresses that nobody has confirmed, and not to hundreds', async () => {
      const account = await harness.register();
      const changeAddress = (email: string) => harness.call('PUT', '/settings/account', account, { email });
      const answers: Awaited<ReturnType<typeof changeAddress>>[] = [];
      for (let i = 0; i < 9; i++) {
        const email = `stranger-${i}-${account.email}`;
        answers.push(await changeAddress(email));
      }
      expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      // The first pause lasts a second, which a busy machine may take anyway.
      const refused = answers.find(({ status }) => status !== 200);
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
      await harness.database.query(
        `UPDATE guess_counters SET blocked_until = now() + interval '1 hour' WHERE key = $1`,
        [`confirm:${account.id}`],
      );
      expect((await harness.call('POST', '/auth/resend-confirmation', account)).status).toBe(429);
      const { email } = (await harness.call('GET', '/auth/me', account)).body;
      const name = await harness.call('PUT', '/settings/account', account, { full_name: 'New', email });
      expect(name.status).toBe(200);
    });

    it('says nothing to an unconfirmed address that whoever typed it has chosen', async () => {
      const account = await harness.register({ username: `evil.example-${Date.now()}` });
      const [mail] = await harness.mails(account.id);
      expect(mail).toMatchObject({ template: 'confirm_email', toName: '' });
      await harness.confirmEmail(account);
      await harness.call('PUT', '/settings/password', account, {
        current_password: account.password,
        new_password: 'a-new-lamp-7',
      });
      expect((await harness.mails(account.id)).at(-1)).toMatchObject({ toName: 'Test User' });
    });

    it('is refused to a session that ended while it was under way', async () => {
      const account = await harness.confirmEmail(await harness.register());
      const other = await harness.database.connect();
      try {
        await other.query('BEGIN');
        await other.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [account.id]);
        const change = harness.call('PUT', '/settings/account', account, { email: `x-${account.email}` });
        await eventually('the change waits for the account', async () => {
          // Not on the connection that holds the lock: within a transaction the snapshot stays as it was first read.
          const { rows } = await harness.database.query(
            `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          );
          if (rows.length === 0) throw new Error('not yet');
        });
        await other.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [account.id]);
        await other.query('COMMIT');
        expect(await change).toMatchObject({ status: 401, body: { code: 'token_session_ended' } });
      } finally {
        // Together with its transaction, in case the test has failed in between.
        other.release(true);
      }
      const { rows } = await harness.database.query('SELECT email FROM users WHERE id = $1', [account.id]);
      expect(rows).toEqual([{ email: account.email }]);
    });

    it('refuses an address that somebody has', async () => {
      const [account, other] = [await harness.register(), await harness.register()];
      expect(await harness.call('PUT', '/settings/account', account, { email: other.email })).toMatchObject({
        status: 400,
        body: { detail: 'Email or username already registered' },
      });
    });

    it.each([[{}], [{ email: 'nobody' }], [{ email: 'a@example.com', full_name: 'x\r\ny' }]])(
      'answers 422 to %j',
      async (body) => {
        const account = await harness.register();
        expect((await harness.call('PUT', '/settings/account', account, body)).status).toBe(422);
      },
    );

    it('needs a session', async () => {
      expect((await harness.call('PUT', '/settings/account', {}, { email: 'a@example.com' })).status).toBe(
        401,
      );
    });
  });

  describe('PUT /settings/password', () => {
    const change = (account: Account, current_password: string, new_password: string) =>
      harness.call('PUT', '/settings/password', account, { current_password, new_password });

    it('changes it, ends all other sessions and says so by mail', async () => {
      const account = await harness.register();
      const other = String((await harness.login(account)).body.access_token);
      expect(await change(account, account.password, 'a-new-lamp-7')).toMatchObject({
        status: 200,
        body: { message: 'Password changed successfully! You will receive an email confirmation.' },
      });
      expect((await harness.call('GET', '/auth/me', account)).status).toBe(200);
      const ended = await harness.call('GET', '/auth/me', { token: other });
      expect(ended).toMatchObject({ status: 401, body: { code: 'token_session_ended' } });
      expect((await harness.login(account)).status).toBe(401);
      expect((await harness.login({ ...account, password: 'a-new-lamp-7' })).status).toBe(200);
      expect((await harness.mails(account.id)).map((mail) => mail.template)).toContain('password_changed');
    });

    it('refuses wrong, short, common and unchanged ones', async () => {
      const account = await harness.register();
      expect(await change(account, 'wrong-password', 'a-new-lamp-7')).toMatchObject({
        status: 400,
        body: { detail: 'Current password is incorrect' },
      });
      const short = await change(account, account.password, '1234567');
      expect(short.status).toBe(422);
      expect(short.body.detail).toContain('New password must be at least 8 characters long');
      expect(await change(account, account.password, 'password1')).toMatchObject({
        status: 422,
        body: { code: 'password_common', errors: [{ path: 'new_password' }] },
      });
      expect((await change(account, account.password, account.password)).body.code).toBe(
        'password_unchanged',
      );
    });

    it('slows down who guesses the current one with a stolen session', async () => {
      const account = await harness.register();
      const statuses: number[] = [];
      for (let i = 0; i < 12; i++) statuses.push((await change(account, 'wrong', 'a-new-lamp-7')).status);
      expect(statuses.at(0)).toBe(400);
      // Not last: the first pause lasts a second, which a busy machine may take anyway.
      expect(statuses).toContain(429);
    });
  });

  describe('/settings/notifications', () => {
    it('has the defaults, and keeps changes', async () => {
      const account = await harness.register();
      const defaults = {
        email_alerts: true,
        attack_notifications: true,
        weekly_reports: true,
        marketing_emails: false,
      };
      expect((await harness.call('GET', '/settings/notifications', account)).body).toEqual(defaults);
      const changed = { ...defaults, weekly_reports: false, marketing_emails: true };
      expect((await harness.call('PUT', '/settings/notifications', account, changed)).body).toEqual(changed);
      expect((await harness.call('GET', '/settings/notifications', account)).body).toEqual(changed);
      expect(await harness.events('auth.user_notifications_changed.v1', account.id)).toMatchObject([
        { weeklyReports: false, marketingEmails: true, emailAlerts: true },
      ]);
    });

    it('needs a session and all four settings', async () => {
      const account = await harness.register();
      expect((await harness.call('GET', '/settings/notifications')).status).toBe(401);
      expect((await harness.call('PUT', '/settings/notifications', {}, {})).status).toBe(401);
      expect((await harness.call('PUT', '/settings/notifications', account, {})).status).toBe(422);
    });
  });

  describe('confirming an address', () => {
    it('works once, by the newest link', async () => {
      const account = await harness.register();
      const first = await linkToken('confirm_email', account);
      expect((await harness.call('POST', '/auth/resend-confirmation', account)).status).toBe(200);
      const second = await linkToken('confirm_email', account);
      const confirm = (token: string) => harness.call('POST', '/auth/confirm-email', account, { token });
      expect(await confirm(first)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
      expect((await confirm(second)).status).toBe(200);
      expect((await confirm(second)).status).toBe(400);
      expect((await harness.call('GET', '/auth/me', account)).body.email_confirmed).toBe(true);
      expect(await harness.events('auth.user_email_confirmed.v1', account.id)).toMatchObject([
        { email: account.email },
      ]);
      expect((await harness.call('POST', '/auth/resend-confirmation', account)).status).toBe(400);
    });

    it('does not confirm an address that the account no longer has', async () => {
      const account = await harness.register();
      const token = await linkToken('confirm_email', account);
      await harness.database.query('UPDATE users SET email = $2 WHERE id = $1', [
        account.id,
        'other@x.example',
      ]);
      await harness.call('POST', '/auth/confirm-email', account, { token });
      expect((await harness.call('GET', '/auth/me', account)).body.email_confirmed).toBe(false);
    });

    it('needs a token, and a session to ask for another', async () => {
      expect((await harness.call('POST', '/auth/confirm-email', {}, {})).status).toBe(422);
      expect((await harness.call('POST', '/auth/confirm-email', {}, { token: 'x' })).status).toBe(400);
      expect((await harness.call('POST', '/auth/resend-confirmation')).status).toBe(401);
    });
  });

  describe('a forgotten password', () => {
    afterEach(() => jest.restoreAllMocks());

    const forgotten = (email: string) => harness.call('POST', '/auth/forgotten-password', {}, { email });
    const reset = (token: string, new_password: string) =>
      harness.call('POST', '/auth/reset-password', {}, { token, new_password });

    it('is replaced by a mailed link, which ends all sessions and works once', async () => {
      const account = await harness.register();
      expect((await forgotten(account.email.toUpperCase())).status).toBe(200);
      await harness.app.get(PasswordRecoveryService).processPending();
      const token = await linkToken('reset_password', account);
      expect((await reset(token, 'password1')).body.code).toBe('password_common');
      expect(await reset(token, 'a-new-lamp-8')).toMatchObject({ status: 200 });
      expect((await reset(token, 'a-new-lamp-9')).body.code).toBe('link_invalid');
      expect((await harness.call('GET', '/auth/me', account)).status).toBe(401);
      const signedIn = await harness.login({ ...account, password: 'a-new-lamp-8' });
      expect(signedIn).toMatchObject({ status: 200, body: { user: { email_confirmed: true } } });
    });

    it('is not replaced by a link that went to an address which the account no longer has', async () => {
      const [owner, customer] = [await harness.register(), await harness.register()];
      for (const account of [owner, customer]) await forgotten(account.email);
      await harness.app.get(PasswordRecoveryService).processPending();
      const tokens = [await linkToken('reset_password', owner), await linkToken('reset_password', customer)];
      expect(tokens.map((token) => token.length)).toEqual([43, 43]);
      const change = { email: `right-${owner.email}` };
      expect((await harness.call('PUT', '/settings/account', owner, change)).status).toBe(200);
      const admin = await harness.makeAdmin(await harness.register());
      const path = `/admin/users/${customer.id}`;
      const byAdmin = await harness.call('PUT', path, admin, { email: `right-${customer.email}` });
      expect(byAdmin.status).toBe(200);
      for (const token of tokens) {
        expect(await reset(token, 'a-new-lamp-8')).toMatchObject({
          status: 400,
          body: { code: 'link_invalid' },
        });
      }
      expect((await harness.login({ ...owner, ...change })).status).toBe(200);
    });

    it('answers alike and does the same work for addresses without an account', async () => {
      const account = await harness.register();
      // The look-up comes after the response; held back here, so that only the request's own work is seen.
      const lookUp = jest.spyOn(PasswordRecoveryService.prototype as unknown as { kick(): void }, 'kick');
      lookUp.mockImplementation(() => undefined);
      let queries: string[] = [];
      // Of requests alone: queries of background jobs are no part of the response.
      jest.spyOn(harness.app.get(DataSource).logger, 'logQuery').mockImplementation((query) => {
        if (requestScope.getStore() !== undefined) queries.push(query);
      });
      const workFor = async (email: string) => {
        queries = [];
        const { status, body } = await forgotten(email);
        return { status, body, queries };
      };
      const known = await workFor(account.email);
      expect(known.queries).toHaveLength(1);
      expect(await workFor('nobody-at-all@example.com')).toEqual(known);
      jest.restoreAllMocks();
      await harness.app.get(PasswordRecoveryService).processPending();
      const { rows } = await harness.database.query('SELECT FROM recovery_requests');
      expect(rows).toHaveLength(0);
    });

    it('does not fill anybody’s inbox', async () => {
      const account = await harness.register();
      for (let i = 0; i < 5; i++) {
        await forgotten(account.email);
        await harness.app.get(PasswordRecoveryService).processPending();
      }
      const mails = (await harness.mails(account.id)).filter((mail) => mail.template === 'reset_password');
      expect(mails).toHaveLength(1);
    });

    it('stays possible while a stranger asks for links again and again', async () => {
      const account = await harness.register();
      const askAMinuteLater = async () => {
        await harness.database.query(
          `UPDATE email_tokens SET created_at = created_at - interval '61 seconds' WHERE user_id = $1`,
          [account.id],
        );
        await forgotten(account.email);
        await harness.app.get(PasswordRecoveryService).processPending();
      };
      await askAMinuteLater();
      const token = await linkToken('reset_password', account);
      for (let i = 0; i < 6; i++) await askAMinuteLater();
      const mails = (await harness.mails(account.id)).filter((mail) => mail.template === 'reset_password');
      expect(mails).toHaveLength(5);
      expect(await reset(token, 'a-new-lamp-8')).toMatchObject({ status: 200 });
      const latest = await linkToken('reset_password', account);
      expect((await reset(latest, 'a-new-lamp-9')).body.code).toBe('link_invalid');
    });

    it('takes neither made-up nor old links', async () => {
      const account = await harness.register();
      await forgotten(account.email);
      await harness.app.get(PasswordRecoveryService).processPending();
      const token = await linkToken('reset_password', account);
      await harness.database.query(`UPDATE email_tokens SET expires_at = now() WHERE user_id = $1`, [
        account.id,
      ]);
      expect(await reset(token, 'a-new-lamp-8')).toMatchObject({
        status: 400,
        body: { code: 'link_invalid' },
      });
      expect((await reset('made-up', 'a-new-lamp-8')).status).toBe(400);
      expect((await reset(await linkToken('confirm_email', account), 'a-new-lamp-8')).status).toBe(400);
      expect((await reset(token, 'short')).status).toBe(422);
    });

    it('leaves no token behind that a dump could show, and none in the events', async () => {
      const account = await harness.register();
      await forgotten(account.email);
      await harness.app.get(PasswordRecoveryService).processPending();
      const token = await linkToken('reset_password', account);
      expect(token).toHaveLength(43);
      const { rows } = await harness.database.query<{ line: string }>(
        `SELECT t::text AS line FROM email_tokens t UNION ALL SELECT encode(envelope, 'escape') FROM test_events`,
      );
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.some((row) => row.line.includes(token))).toBe(false);
    });
  });
});
