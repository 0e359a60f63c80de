import type { UserCaller } from '@palisade/nest-kit';
import { CNAME_TARGET, type Harness, newUser } from './harness.ts';

export interface Claim {
  user: UserCaller;
  id: string;
  /** As the API answered when it was made. */
  body: Record<string, unknown>;
  cname: { name: string; type: 'CNAME'; value: string };
  txt: { name: string; type: 'TXT'; value: string };
  verify(): Promise<{ status: number; body: Record<string, unknown> }>;
  read(): Promise<Record<string, unknown>>;
  history(): Promise<string[]>;
}

/** A customer's claim of a name, with the records that prove it. */
export async function newClaim(
  h: Harness,
  name: string,
  { user = newUser(), ...more }: { user?: UserCaller; contest?: boolean } = {},
): Promise<Claim> {
  const { status, body } = await h.call('POST', '/domains', user, {
    domain_name: name,
    origin_host: '192.0.2.1',
    ...more,
  });
  if (status !== 201) throw new Error(`${name} was not added: ${JSON.stringify(body)}`);
  const path = `/domains/${body.id}`;
  return {
    user,
    id: String(body.id),
    body,
    cname: { name: String(body.verification_subdomain), type: 'CNAME', value: CNAME_TARGET },
    txt: { ...(body.verification_txt as { name: string; value: string }), type: 'TXT' },
    verify: () => h.call('POST', `${path}/verify`, user),
    read: async () => (await h.call('GET', path, user)).body,
    history: async () => {
      const { body: entries } = await h.call('GET', `${path}/ownership-history`, user);
      return (entries as unknown as { event: string }[]).map(({ event }) => event).reverse();
    },
  };
}

/** The same, proved by its CNAME record, which stays in DNS. */
export async function newSite(h: Harness, name: string, user = newUser()): Promise<Claim> {
  const claim = await newClaim(h, name, { user });
  h.dns.records = [...h.dns.records, claim.cname];
  const { body } = await claim.verify();
  if (body.verified !== true) throw new Error(`${name} was not verified: ${JSON.stringify(body)}`);
  return claim;
}

export function takeAway(h: Harness, ...records: readonly { name: string }[]): void {
  const names = records.map(({ name }) => name);
  h.dns.records = h.dns.records.filter(({ name }) => !names.includes(name));
}
