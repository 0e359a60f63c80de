import { eventually } from '@palisade/testing';
import { ApiClient } from '../api-client.ts';
import { visit } from '../edge-client.ts';
import type { Account, RunningStack } from '../running-stack.ts';

/** A domain of somebody, proved and served, made over the API: for tests that are about something else. */
export async function verifiedDomain(
  world: { stack: RunningStack },
  account: Account,
  originPort: number,
  name = `${account.username}.localhost`,
): Promise<string> {
  const api = await ApiClient.signIn(world.stack.api, account);
  const added = await api.call<{ id: string; verification_subdomain: string; cname_target: string }>(
    'POST',
    '/domains/',
    { domain_name: name, origin_host: '127.0.0.1', origin_port: originPort, origin_protocol: 'http' },
  );
  if (added.status !== 201) throw new Error(`the domain was not added: ${JSON.stringify(added.body)}`);
  const { id, verification_subdomain, cname_target } = added.body;
  const record = new URLSearchParams({ name: verification_subdomain, value: cname_target, action: 'add' });
  await fetch(world.stack.urls.demo_dns, { method: 'POST', body: record });
  await eventually('the domain being verified', async () => {
    const { body } = await api.call<{ verified: boolean }>('POST', `/domains/${id}/verify`);
    if (!body.verified) throw new Error('its record has not been seen');
  });
  await eventually('the edge serving it', async () => {
    const { status } = await visit(world.stack.urls.demo_site, name, '/');
    if (status !== 200) throw new Error(`it answered ${status}`);
  });
  return name;
}
