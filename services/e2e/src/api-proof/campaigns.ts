import path from 'node:path';
import { newAccount } from '../access/world.ts';
import { ApiClient } from '../api-client.ts';
import type { RunningStack } from '../running-stack.ts';
import { type Campaign, type Outcome, runSchemathesis } from './schemathesis.ts';

/** Calls that end the caller's session or change its keys; after the first, all others would get 401. */
const ENDING = [
  'logout',
  'deleteAccount',
  'revokeSession',
  'updateUser',
  'changePassword',
  'updateAccount',
  // Fails with 502 when the mail server that it names does not answer, as it should.
  'testSmtpConfig',
];

/** 503: an edge on loopback has no addresses to publish, and an empty list would lock it out of firewalls. */
const WITHOUT_EDGES = ['edgeAddresses', 'edgeAddressesText'];

/** Go on for as long as somebody listens, and a client that waits for the end of the answer waits for ever. */
const ENDLESS = ['liveOverview', 'liveLogs'];

export interface Effort extends Pick<Campaign, 'phases' | 'examples' | 'seed'> {
  /** Only an administrator, who gets everywhere: for tests that have little time. */
  brief?: boolean;
}

/** The API as an administrator, a customer and anonymous callers see it, and the calls that end the caller's own session or keys. */
export async function proveApi(
  stack: RunningStack,
  effort: Effort,
  say: (line: string) => void,
): Promise<Outcome> {
  const { customer, admin } = stack.accounts;
  const adminToken = (await ApiClient.session(stack.api, admin)).token;
  const { brief = false, ...extent } = effort;
  const whole = { url: new URL(stack.urls.dashboard).origin, ...extent };
  const campaigns: Record<string, Omit<Campaign, 'folder'>> = {
    administrator: { ...whole, token: adminToken, except: [...ENDING, ...ENDLESS, ...WITHOUT_EDGES] },
    ...(!brief && {
      customer: {
        ...whole,
        token: (await ApiClient.session(stack.api, customer)).token,
        except: [...ENDING, ...ENDLESS, ...WITHOUT_EDGES],
      },
      nobody: { ...whole, except: [...ENDLESS, ...WITHOUT_EDGES] },
    }),
  };
  // Each of these has an account to itself.
  for (const operation of brief ? [] : ENDING.filter((id) => id !== 'testSmtpConfig')) {
    const account = newAccount('ending');
    const asAdmin = ApiClient.withToken(stack.api, adminToken);
    const { status } = await asAdmin.call('POST', '/admin/users', { ...account, is_admin: true });
    if (status !== 201) throw new Error(`an administrator for ${operation} was refused: ${status}`);
    const { token } = await ApiClient.session(stack.api, account);
    campaigns[operation] = { ...whole, token, only: [operation] };
  }
  const total = { calls: 0, failures: '' };
  for (const [name, campaign] of Object.entries(campaigns)) {
    const folder = path.join(stack.dataDirectory, 'api-proof', name);
    const { calls, failures } = await runSchemathesis({ ...campaign, folder });
    say(`${name.padEnd(16)} ${String(calls).padStart(6)} calls${failures === '' ? '' : '   FAILED'}`);
    total.calls += calls;
    total.failures += failures;
  }
  return total;
}
