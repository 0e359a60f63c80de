import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { LocalServerError } from '@palisade/local-servers';
import type { LauncherOptions } from './options.ts';
import { DEMO_DOMAIN, internalPorts } from './plan.ts';
import type { DemoAccount, Secrets } from './secrets.ts';
import type { ChildSpec } from './supervisor.ts';

/** Makes the demo accounts and the demo site, by the same calls that a person's browser makes. Repeating is harmless. */
export async function seedDemo(options: LauncherOptions, secrets: Secrets, auth: ChildSpec): Promise<void> {
  await Promise.all([
    createUser(auth, secrets.accounts.customer, false),
    createUser(auth, secrets.accounts.admin, true),
  ]);
  const api = await signIn(`http://127.0.0.1:${options.ports.dashboard}/api`, secrets.accounts.customer);
  const domains = await api<{ id: string; domain_name: string }[]>('GET', '/domains/');
  if (domains.some((domain) => domain.domain_name === DEMO_DOMAIN)) return;
  const domain = await api<{ id: string; verification_subdomain: string; cname_target: string }>(
    'POST',
    '/domains/',
    {
      domain_name: DEMO_DOMAIN,
      origin_host: '127.0.0.1',
      origin_port: internalPorts(options.ports.internal).origin,
      origin_protocol: 'http',
    },
  );
  if (!options.components.has('dns')) return;
  await addDnsRecord(options.ports.dnsPanel, domain.verification_subdomain, domain.cname_target);
  await addDnsRecord(options.ports.dnsPanel, DEMO_DOMAIN, domain.cname_target);
  const { verified, message } = await api<{ verified: boolean; message: string }>(
    'POST',
    `/domains/${domain.id}/verify`,
  );
  if (!verified) throw new LocalServerError('did_not_start', `The demo domain was not verified: ${message}`);
}

async function createUser(auth: ChildSpec, account: DemoAccount, isAdmin: boolean): Promise<void> {
  const script = path.join(path.dirname(auth.script), 'tools', 'create-user.js');
  const child = spawn(process.execPath, [script, ...(isAdmin ? ['--admin'] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // By environment, not by argument: arguments are visible to every user of the machine.
    env: {
      ...process.env,
      ...auth.env,
      PALISADE_USER_EMAIL: account.email,
      PALISADE_USER_NAME: account.username,
      PALISADE_USER_FULL_NAME: account.fullName,
      PALISADE_USER_PASSWORD: account.password,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0)
    throw new LocalServerError('did_not_start', `The account ${account.username} was not made: ${output}`);
}

type Api = <T>(method: string, path: string, body?: object) => Promise<T>;

async function signIn(base: string, account: DemoAccount): Promise<Api> {
  const request =
    (token: string | null): Api =>
    async <T>(method: string, where: string, body?: object): Promise<T> => {
      const response = await fetch(base + where, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        body: body && JSON.stringify(body),
      });
      if (!response.ok) {
        throw new LocalServerError(
          'did_not_start',
          `${method} ${where}: ${response.status} ${await response.text()}`,
        );
      }
      return (await response.json()) as T;
    };
  const { email, password } = account;
  const { access_token } = await request(null)<{ access_token: string }>('POST', '/auth/login', {
    email,
    password,
  });
  return request(access_token);
}

async function addDnsRecord(panelPort: number, name: string, value: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${panelPort}/`, {
    method: 'POST',
    body: new URLSearchParams({ name, value, action: 'add' }),
  });
  if (!response.ok) throw new LocalServerError('did_not_start', `The demo DNS refused ${name}`);
}
