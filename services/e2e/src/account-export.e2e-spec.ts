// What the export of an account's data holds, gathered from every service: all that is the owner's, nothing of anybody else's, and no secret.
import { randomBytes } from 'node:crypto';
import { eventually } from '@palisade/testing';
import { strFromU8, unzipSync } from 'fflate';
import { ApiClient } from './api-client.ts';
import { Inbox, linkIn } from './browser/inbox.ts';
import { SharedStack } from './shared/shared-stack.ts';
import type { Account } from './stack.ts';

interface Made {
  export: { state: string; bytes: number } | null;
}
interface Owner {
  client: ApiClient;
  account: Account;
  /** Contained in every text that this owner has written. */
  mark: string;
  key: string;
}

const PATH = '/dashboard/account-export';

describe('the export of an account', () => {
  const stack = new SharedStack('customers');
  let admin: ApiClient;
  let inbox: Inbox;
  let [owner, other]: Owner[] = [];

  /** An account with something in each service, all of it marked. */
  async function planted(): Promise<Owner> {
    const mark = `mark${randomBytes(6).toString('hex')}`;
    const account = { email: `${mark}@example.com`, username: mark, password: `lantern-${mark}-31` };
    const client = await ApiClient.register(stack.api, account);
    // Keys are for whose address is theirs.
    const link = linkIn(await inbox.latest(account.email, /confirm/i), '/confirm-email');
    const token = /token=([^&]+)/.exec(link)?.[1];
    expect((await client.call('POST', '/auth/confirm-email', { token })).status).toBeLessThan(300);
    const { body: me } = await client.call<{ id: string }>('GET', '/auth/me');
    expect((await admin.call('PUT', `/admin/users/${me.id}`, { plan: 'business' })).status).toBe(200);
    const created = async <T>(path: string, body: object): Promise<T> => {
      const answer = await client.call<T>('POST', path, body);
      if (answer.status >= 300)
        throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    await created('/domains', {
      domain_name: `${mark}.localhost`,
      origin_host: '127.0.0.1',
      origin_port: 9,
      origin_protocol: 'http',
    });
    const { api_key: key } = await created<{ api_key: string }>('/api-keys', {
      name: `${mark} program`,
      scopes: ['domains:read'],
    });
    await created('/alert-channels', {
      name: `${mark} channel`,
      kind: 'webhook',
      target: { url: `https://example.com/hooks/${mark}-secret-path` },
    });
    return { client, account, mark, key };
  }

  beforeAll(async () => {
    await stack.start();
    inbox = new Inbox(stack.urls.inbox);
    admin = await ApiClient.signIn(stack.api, stack.accounts.admin);
    owner = await planted();
    other = await planted();
  });
  afterAll(() => stack.dispose());

  async function exported({ client }: Owner): Promise<Record<string, string>> {
    expect((await client.call('POST', PATH)).status).toBe(201);
    await eventually('the export', async () => {
      expect((await client.call<Made>('GET', PATH)).body.export?.state).toBe('finished');
    });
    const files = unzipSync(await client.bytes(`${PATH}/file`));
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  }

  it('has what each service keeps of it, as JSON', async () => {
    const files = await exported(owner!);
    const rowsOf = (name: string) => JSON.parse(files[`${name}.json`]!) as Record<string, unknown>[];
    expect(rowsOf('auth/profile')).toMatchObject([{ email: owner!.account.email }]);
    expect(rowsOf('auth/sign-ins')).not.toEqual([]);
    expect(rowsOf('auth/api-keys')).toMatchObject([{ name: `${owner!.mark} program` }]);
    expect(rowsOf('billing/subscription')).toHaveLength(1);
    expect(rowsOf('domains/domains')).toMatchObject([{ domain_name: `${owner!.mark}.localhost` }]);
    expect(rowsOf('domains/policies')).not.toEqual([]);
    expect(rowsOf('domains/lists')).toEqual([]);
    expect(rowsOf('mailer/mails').map(({ to_address }) => to_address)).toContain(owner!.account.email);
    expect(rowsOf('mailer/alert-channels')).toMatchObject([{ name: `${owner!.mark} channel` }]);
    for (const [name, text] of Object.entries(files))
      if (name.endsWith('.json')) expect(Array.isArray(JSON.parse(text))).toBe(true);
  });

  it('has nothing of anybody else’s, and no secret', async () => {
    // Its first file says which secrets are not there.
    const { 'README.txt': _, ...parts } = await exported(owner!);
    const all = Object.values(parts).join('\n');
    expect(all).toContain(owner!.mark);
    expect(all).not.toContain(other!.mark);
    expect(all).not.toContain(owner!.key);
    expect(all).not.toContain(owner!.account.password);
    expect(all).not.toContain('secret-path');
    expect(all).not.toMatch(/argon2|\$2[aby]\$|scrypt|sealed|token_hash|whsec_/);
    // Links of mails that let somebody in.
    expect(all).not.toMatch(/token=/);
  });

  it('needs to be requested, and the password', async () => {
    expect((await other!.client.call('GET', `${PATH}/file`)).status).toBe(404);
    const { token } = await ApiClient.session(stack.api, owner!.account);
    const session = ApiClient.withToken(stack.api, token);
    const made = await session.call<{ export: { id: string } }>('GET', PATH);
    expect(made).toMatchObject({ body: { export: { state: 'finished' } } });
    // Nor are exports of the log another way to it.
    for (const { client } of [owner!, other!])
      expect((await client.call('GET', `/dashboard/log-exports/${made.body.export.id}/file`)).status).toBe(
        404,
      );
    const byKey = ApiClient.withToken(stack.api, owner!.key);
    expect((await byKey.call('GET', `${PATH}/file`)).status).toBe(403);
    expect((await byKey.call('POST', PATH)).status).toBe(403);
  });

  it('is made at most three times a day, and the last one stays', async () => {
    await exported(owner!);
    expect(await owner!.client.call('POST', PATH)).toMatchObject({
      status: 409,
      body: { code: 'too_many_account_exports' },
    });
    expect((await owner!.client.call<Made>('GET', PATH)).body.export?.state).toBe('finished');
  });

  it('can be deleted', async () => {
    expect((await owner!.client.call('DELETE', PATH)).status).toBe(204);
    expect((await owner!.client.call<Made>('GET', PATH)).body.export).toBeNull();
    expect((await owner!.client.call('GET', `${PATH}/file`)).status).toBe(404);
  });
});
