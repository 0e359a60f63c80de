import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { jest } from '@jest/globals';
import { type Harness, startHarness } from '../../test/harness.ts';
import { HousekeepingJob } from '../housekeeping/housekeeping.job.ts';
import { MailRequestsService } from '../mail-requests/mail-requests.service.ts';

describe('the end of subscriptions and accounts', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
  });
  afterAll(() => harness.stop());

  it('cancels a subscription at billing', async () => {
    const user = await harness.register();
    harness.neighbours.state.plans.set(user.id, 'business');
    expect(await harness.call('POST', '/auth/cancel-subscription', user)).toMatchObject({
      status: 200,
      body: {
        message: 'Subscription cancelled successfully. Your account has been downgraded to Free plan.',
      },
    });
    expect((await harness.call('GET', '/auth/me', user)).body.plan).toBe('free');
    expect((await harness.call('POST', '/auth/cancel-subscription')).status).toBe(401);
  });

  it('closes an account: nothing opens it, its names are free, its data goes after 30 days', async () => {
    const user = await harness.confirmEmail(await harness.register());
    const key = await harness.call('POST', '/api-keys', user, { name: 'x', scopes: ['account:read'] });
    expect(await harness.call('DELETE', '/auth/delete-account', user)).toMatchObject({
      status: 200,
      body: { message: 'Account deleted successfully. Redirecting...' },
    });
    expect(await harness.call('GET', '/auth/me', user)).toMatchObject({
      status: 401,
      body: { code: 'token_session_ended' },
    });
    expect((await harness.call('GET', '/auth/me', { token: String(key.body.api_key) })).status).toBe(401);
    expect((await harness.login(user)).status).toBe(401);
    expect(await harness.events('auth.user_deleted.v1', user.id)).toMatchObject([{ email: user.email }]);
    expect((await harness.mails(user.id)).map((mail) => mail.template)).toContain('account_deleted');
    const again = await harness.register({ email: user.email, username: user.username });
    expect(again.id).not.toBe(user.id);

    const exists = async () =>
      (await harness.database.query('SELECT FROM users WHERE id = $1', [user.id])).rows.length === 1;
    const closedDaysAgo = (days: number) =>
      harness.database.query(
        'UPDATE users SET deleted_at = now() - make_interval(days => $2) WHERE id = $1',
        [user.id, days],
      );
    await closedDaysAgo(29);
    await harness.app.get(HousekeepingJob).cleanUp();
    expect(await exists()).toBe(true);
    await closedDaysAgo(31);
    await harness.app.get(HousekeepingJob).cleanUp();
    expect(await exists()).toBe(false);
    expect((await harness.call('GET', '/auth/me', again)).status).toBe(200);
  });

  it('is not for whoever has just moved the account away from its owner’s address', async () => {
    const account = await harness.confirmEmail(await harness.register());
    const change = { email: `thief-${account.email}` };
    expect((await harness.call('PUT', '/settings/account', account, change)).status).toBe(200);
    const close = () => harness.call('DELETE', '/auth/delete-account', account);
    expect(await close()).toMatchObject({ status: 409, body: { code: 'address_changed_recently' } });
    expect((await harness.call('GET', '/auth/me', account)).status).toBe(200);
    // An administrator may close it, and the owner once the former address can no longer reclaim the account.
    await harness.database.query(
      `UPDATE email_tokens SET expires_at = now() WHERE user_id = $1 AND purpose = 'undo'`,
      [account.id],
    );
    expect((await close()).status).toBe(200);
  });

  it('takes nothing that was paid for from an account that could not be closed', async () => {
    const user = await harness.register();
    harness.neighbours.state.plans.set(user.id, 'business');
    const send = jest.spyOn(MailRequestsService.prototype, 'send');
    send.mockRejectedValueOnce(new Error('the database is gone'));
    expect((await harness.call('DELETE', '/auth/delete-account', user)).status).toBe(500);
    send.mockRestore();
    expect((await harness.call('GET', '/auth/me', user)).body.plan).toBe('business');
    expect(await harness.events('auth.user_deleted.v1', user.id)).toEqual([]);
    expect((await harness.call('DELETE', '/auth/delete-account', user)).status).toBe(200);
    // The event that makes billing cancel.
    expect(await harness.events('auth.user_deleted.v1', user.id)).toHaveLength(1);
  });

  it('does not lose the last administrator', async () => {
    const admin = await harness.makeAdmin(await harness.register());
    expect(await harness.call('DELETE', '/auth/delete-account', admin)).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    });
    await harness.makeAdmin(await harness.register());
    expect((await harness.call('DELETE', '/auth/delete-account', admin)).status).toBe(200);
  });

  describe('the command that makes accounts', () => {
    const script = path.resolve(import.meta.dirname, '../../../dist/tools/create-user.js');
    async function createUser(args: string[], env: Record<string, string>) {
      const child = spawn(process.execPath, [script, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...(harness.environment as Record<string, string>), ...env },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk;
        });
      }
      const [code] = (await once(child, 'close')) as [number];
      return { code, output };
    }
    const account = {
      PALISADE_USER_EMAIL: 'boss@example.com',
      PALISADE_USER_NAME: 'boss',
      PALISADE_USER_FULL_NAME: 'The Boss',
      PALISADE_USER_PASSWORD: 'mk3-ttq9-boss',
    };
    const login = () =>
      harness.login({ email: account.PALISADE_USER_EMAIL, password: account.PALISADE_USER_PASSWORD });

    it('is built', () => {
      expect(existsSync(script)).toBe(true);
    });

    it('makes one, once, and an administrator of it if told to', async () => {
      expect(await createUser([], account)).toMatchObject({ code: 0 });
      expect((await login()).body.user).toMatchObject({
        username: 'boss',
        full_name: 'The Boss',
        is_admin: false,
        email_confirmed: true,
      });
      expect(await createUser([], { ...account, PALISADE_USER_PASSWORD: 'another-lamp-5' })).toMatchObject({
        code: 0,
        output: expect.stringContaining('there already'),
      });
      expect(await createUser(['--admin'], account)).toMatchObject({ code: 0 });
      expect((await login()).body.user).toMatchObject({ is_admin: true });
    });

    it('refuses what registering would refuse, and shows no password', async () => {
      const bad = { ...account, PALISADE_USER_EMAIL: 'x@example.com', PALISADE_USER_PASSWORD: 'password1' };
      const { code, output } = await createUser([], bad);
      expect(code).not.toBe(0);
      expect(output).not.toContain('password1');
    });
  });
});
