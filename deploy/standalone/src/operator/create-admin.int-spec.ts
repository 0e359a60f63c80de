import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProcessSettings } from '@palisade/installation';
import { ask } from '@palisade/installation/operator';
import { startTestPostgres } from '@palisade/testing';
import { migrateAll, palisade, testInstallation } from './test-support/test-installation.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-administrators-'));
let postgres: Awaited<ReturnType<typeof startTestPostgres>>;

beforeAll(async () => {
  postgres = await startTestPostgres();
  await testInstallation(folder, { postgres, redisUrl: 'redis://127.0.0.1:9' });
  await migrateAll((service) => databaseUrl(service));
});
afterAll(async () => {
  await postgres.dispose();
  rmSync(folder, { recursive: true });
});

const databaseUrl = (service: string): string =>
  readProcessSettings(folder)!.settings[service]!.PALISADE_DATABASE_URL!;
const createAdmin = (args: string[], environment = {}) =>
  palisade(['create-admin', '--installation', folder, ...args], environment);
const account = async (email: string) =>
  (
    await ask<{ id: string; is_admin: boolean; confirmed: boolean }>(
      databaseUrl('auth'),
      'SELECT id, is_admin, email_confirmed_at IS NOT NULL AS confirmed FROM users WHERE email = $1',
      [email],
    )
  )[0];

describe('palisade create-admin', () => {
  it('makes an administrator with the password of the environment, and writes it into the audit log', async () => {
    const args = ['--email', 'boss@palisade.test', '--name', 'boss'];
    const { code, out } = await createAdmin(args, { PALISADE_USER_PASSWORD: 'mk3-ttq9-boss' });
    expect({ code, out }).toEqual({ code: 0, out: 'boss@palisade.test is an administrator now.\n' });
    const made = await account('boss@palisade.test');
    expect(made).toMatchObject({ is_admin: true, confirmed: true });
    const log = await ask(
      databaseUrl('auth'),
      'SELECT actor_id, action, details FROM audit_log WHERE target_id = $1',
      [made!.id],
    );
    expect(log).toEqual([{ actor_id: 'operator', action: 'user.created', details: { is_admin: 'true' } }]);
    const events = await ask(databaseUrl('auth'), 'SELECT FROM outbox');
    expect(events).toHaveLength(2);
  });

  it('refuses an address or a name that is taken, and changes nothing', async () => {
    for (const args of [
      ['--email', 'BOSS@palisade.test', '--name', 'other'],
      ['--email', 'other@palisade.test', '--name', 'Boss'],
    ]) {
      const { code, notes } = await createAdmin([...args, '--generate']);
      expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('[account_exists]') });
    }
    expect(await ask(databaseUrl('auth'), 'SELECT FROM users')).toHaveLength(1);
    expect(await ask(databaseUrl('auth'), 'SELECT FROM audit_log')).toHaveLength(1);
  });

  it('makes a password, or a link that works once for an hour', async () => {
    const generated = await createAdmin([
      '--email',
      'two@palisade.test',
      '--name',
      'two',
      '--generate',
      '--json',
    ]);
    expect((JSON.parse(generated.out) as { password: string }).password).toMatch(
      /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/,
    );
    const { out } = await createAdmin([
      '--email',
      'three@palisade.test',
      '--name',
      'three',
      '--link',
      '--json',
    ]);
    const { id, link, password } = JSON.parse(out) as { id: string; link: string; password: null };
    expect(link).toMatch(/^http:\/\/localhost:9\/reset-password\?token=[\w-]{20,}$/);
    expect(password).toBeNull();
    const [token] = await ask(
      databaseUrl('auth'),
      `SELECT purpose, used_at, expires_at <= now() + interval '1 hour' AS soon FROM email_tokens WHERE user_id = $1`,
      [id],
    );
    expect(token).toEqual({ purpose: 'reset', used_at: null, soon: true });
  });

  it('makes an account that is there an administrator, once', async () => {
    await ask(databaseUrl('auth'), `UPDATE users SET is_admin = false WHERE username = 'two'`);
    expect(await createAdmin(['--email', 'two@palisade.test', '--promote'])).toMatchObject({ code: 0 });
    expect(await account('two@palisade.test')).toMatchObject({ is_admin: true });
    const again = await createAdmin(['--email', 'two@palisade.test', '--promote']);
    expect(again.notes).toContain('[already_administrator]');
    const nobody = await createAdmin(['--email', 'nobody@palisade.test', '--promote']);
    expect(nobody.notes).toContain('[user_not_found]');
  });

  it('names fields that will not do, and takes no password as an argument', async () => {
    const bad = await createAdmin(['--email', 'no address', '--name', 'x', '--generate']);
    expect(bad.notes).toMatch(/email: .*username: .*\[account_invalid\]/);
    const common = await createAdmin(['--email', 'a@palisade.test', '--name', 'abc'], {
      PALISADE_USER_PASSWORD: 'password123',
    });
    expect(common.notes).toContain('[password_common]');
    expect((await createAdmin(['--email', 'a@palisade.test', '--password', 'x'])).code).toBe(2);
    expect((await createAdmin(['--name', 'x'])).code).toBe(2);
  });
});
