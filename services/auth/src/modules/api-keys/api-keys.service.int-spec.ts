import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Account, type Harness, startHarness } from '../../test/harness.ts';
import { API_KEY_SCOPES } from './api-key-scopes.ts';

describe('API keys', () => {
  let harness: Harness;
  let owner: Account;
  beforeAll(async () => {
    harness = await startHarness();
    owner = await harness.confirmEmail(await harness.register());
  });
  afterAll(() => harness.stop());

  const create = (account: Account, change: object = {}) =>
    harness.call('POST', '/api-keys', account, { name: 'CI', scopes: ['account:read'], ...change });

  it('are shown once, and open what their scopes allow', async () => {
    const created = await create(owner, { expires_in_days: 30 });
    expect(created.status).toBe(201);
    expect(created.headers.get('cache-control')).toBe('no-store');
    const secret = String(created.body.api_key);
    expect(secret).toMatch(/^plsd_[\w-]{43}$/);
    const [listed] = (await harness.call('GET', '/api-keys', owner)).body as unknown as object[];
    expect(listed).toMatchObject({ name: 'CI', scopes: ['account:read'], hint: secret.slice(0, 9) });
    expect(listed).not.toHaveProperty('api_key');
    expect(await harness.call('GET', '/auth/me', { token: secret })).toMatchObject({
      status: 200,
      body: { id: owner.id },
    });
    const { identity } = await harness.auth.authenticate({ token: secret });
    expect(identity).toMatchObject({ userId: owner.id, scopes: ['account:read'], isAdmin: false });
  });

  it.each([
    ['GET', '/auth/sessions'],
    ['GET', '/api-keys'],
    ['POST', '/api-keys'],
    ['PUT', '/settings/password'],
    ['GET', '/settings/mfa/setup'],
    ['DELETE', '/auth/delete-account'],
    ['POST', '/auth/logout'],
  ])('never open %s %s', async (method, where) => {
    const scopes = Object.keys(API_KEY_SCOPES).filter((scope) => scope !== 'admin');
    const token = String((await create(owner, { scopes })).body.api_key);
    expect(await harness.call(method, where, { token })).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
  });

  it('open nothing once deleted, expired, or while their owner is not active', async () => {
    const account = await harness.confirmEmail(await harness.register());
    const created = await create(account);
    const token = String(created.body.api_key);
    const status = async () => (await harness.call('GET', '/auth/me', { token })).status;
    await harness.database.query('UPDATE users SET is_active = false WHERE id = $1', [account.id]);
    expect(await status()).toBe(401);
    await harness.database.query('UPDATE users SET is_active = true WHERE id = $1', [account.id]);
    expect(await status()).toBe(200);
    await harness.database.query(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [created.body.id]);
    expect(await status()).toBe(401);
    await harness.database.query(`UPDATE api_keys SET expires_at = NULL WHERE id = $1`, [created.body.id]);
    expect((await harness.call('DELETE', `/api-keys/${created.body.id}`, owner)).status).toBe(404);
    expect((await harness.call('DELETE', `/api-keys/${created.body.id}`, account)).status).toBe(200);
    expect(await status()).toBe(401);
    expect((await harness.call('DELETE', `/api-keys/${created.body.id}`, account)).status).toBe(404);
  });

  it.each([[{ name: '' }], [{ scopes: [] }], [{ scopes: ['session'] }], [{ scopes: ['everything'] }]])(
    'are refused with %j',
    async (change) => {
      expect((await create(owner, change)).status).toBe(422);
    },
  );

  it('administer only for administrators', async () => {
    expect(await create(owner, { scopes: ['admin'] })).toMatchObject({
      status: 403,
      body: { errors: [{ path: 'scopes' }] },
    });
    const admin = await harness.makeAdmin(await harness.confirmEmail(await harness.register()));
    const token = String((await create(admin, { scopes: ['admin'] })).body.api_key);
    expect((await harness.call('GET', '/admin/users', { token })).status).toBe(200);
    await harness.database.query('UPDATE users SET is_admin = false WHERE id = $1', [admin.id]);
    expect((await harness.call('GET', '/admin/users', { token })).status).toBe(403);
  });

  it('need a session to be managed', async () => {
    expect((await harness.call('GET', '/api-keys')).status).toBe(401);
    expect((await harness.call('POST', '/api-keys', {}, {})).status).toBe(401);
    expect((await harness.call('DELETE', `/api-keys/${owner.id}`)).status).toBe(401);
  });

  it('stand in the database as hashes only', async () => {
    const secret = String((await create(owner)).body.api_key);
    const { rows } = await harness.database.query<{ line: string }>('SELECT k::text AS line FROM api_keys k');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => row.line.includes(secret))).toBe(false);
  });

  it('can be given every scope that a route asks for', () => {
    const file = path.resolve(import.meta.dirname, '../../../../../frontend/openapi.json');
    expect(existsSync(file)).toBe(true);
    const asked = [...readFileSync(file, 'utf8').matchAll(/"scope": "([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(asked.length).toBeGreaterThan(5);
    const unknown = asked.filter((scope) => scope !== 'session' && !(scope in API_KEY_SCOPES));
    expect([...new Set(unknown)]).toEqual([]);
  });
});
