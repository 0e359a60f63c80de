import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { LocalServerError } from '@palisade/local-servers';
import type { DemoAccount, Secrets } from './config/secrets.ts';
import { MadeSites } from './demo/made-sites.ts';
import { addSite, type DemoPlace, signIn } from './demo/owner-calls.ts';
import type { LauncherOptions } from './options.ts';
import { DEMO_DOMAIN, internalPorts } from './plan.ts';
import { waitUntilServed } from './ready.ts';
import type { ProcessSpec } from './supervisor.ts';

/**
 * Makes the demo accounts and the demo site, by the same calls that a person's browser makes. Repeating is harmless.
 * @param createUser with the settings of the auth service
 */
export async function seedDemo(
  options: LauncherOptions,
  secrets: Secrets,
  createUser: ProcessSpec,
): Promise<void> {
  await Promise.all([
    makeUser(createUser, secrets.accounts.customer, false),
    makeUser(createUser, secrets.accounts.admin, true),
  ]);
  const made = new MadeSites(options.dataDirectory);
  if (made.has(DEMO_DOMAIN)) return;
  const place = demoPlace(options);
  const owner = await signIn(place.api, secrets.accounts.customer);
  // Whoever has changed the password has been here before.
  if (owner === null) return;
  const domains = await owner<{ domain_name: string }[]>('GET', '/domains/');
  if (!domains.some((domain) => domain.domain_name === DEMO_DOMAIN)) await addSite(owner, place, DEMO_DOMAIN);
  if (place.dnsPanelPort !== null && options.components.has('edge'))
    await waitUntilServed(DEMO_DOMAIN, options.ports.edgeHttp);
  made.add([DEMO_DOMAIN]);
}

/** Where the demo's accounts and sites are made. */
export const demoPlace = ({ ports, components }: LauncherOptions): DemoPlace => ({
  api: `http://127.0.0.1:${ports.dashboard}/api`,
  dnsPanelPort: components.has('dns') ? ports.dnsPanel : null,
  originPort: internalPorts(ports.internal).origin,
});

async function makeUser({ script, env }: ProcessSpec, account: DemoAccount, isAdmin: boolean): Promise<void> {
  const child = spawn(process.execPath, [script, ...(isAdmin ? ['--admin'] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // By environment, not by argument: arguments are visible to every user of the machine.
    env: {
      ...process.env,
      ...env,
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
