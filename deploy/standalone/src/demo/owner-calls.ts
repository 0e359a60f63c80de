// The calls of the API that a person's browser makes.
import { LocalServerError } from '@palisade/local-servers';
import type { DemoAccount } from '../config/secrets.ts';

export type Api = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Where the demo's parts are. */
export interface DemoPlace {
  /** Of the gateway. */
  api: string;
  /** The demo DNS's panel; null: it does not run. */
  dnsPanelPort: number | null;
  originPort: number;
}

/** @returns null where the account's password is no longer the one that it was made with, or a code is asked for as well */
export async function signIn(base: string, account: DemoAccount): Promise<Api | null> {
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
      if (token === null && [401, 403].includes(response.status)) return {} as T;
      if (!response.ok) {
        throw new LocalServerError(
          'did_not_start',
          `${method} ${where}: ${response.status} ${await response.text()}`,
        );
      }
      return (await response.json()) as T;
    };
  const { email, password } = account;
  const { access_token = '' } = await request(null)<{ access_token?: string | null }>('POST', '/auth/login', {
    email,
    password,
  });
  return access_token ? request(access_token) : null;
}

interface AddedDomain {
  id: string;
  verification_subdomain: string;
  cname_target: string;
  /** The names that lead visitors to us. */
  hosts: string[];
}

/** Adds a site in front of the demo's origin and, where the demo's DNS runs, proves it. @returns its id */
export async function addSite(owner: Api, place: DemoPlace, name: string): Promise<string> {
  const domain = await owner<AddedDomain>('POST', '/domains/', {
    domain_name: name,
    origin_host: '127.0.0.1',
    origin_port: place.originPort,
    origin_protocol: 'http',
  });
  if (place.dnsPanelPort === null) return domain.id;
  for (const record of [domain.verification_subdomain, ...domain.hosts])
    await addDnsRecord(place.dnsPanelPort, record, domain.cname_target);
  const { verified, message } = await owner<{ verified: boolean; message: string }>(
    'POST',
    `/domains/${domain.id}/verify`,
  );
  if (!verified) throw new LocalServerError('did_not_start', `${name} was not verified: ${message}`);
  return domain.id;
}

async function addDnsRecord(panelPort: number, name: string, value: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${panelPort}/`, {
    method: 'POST',
    body: new URLSearchParams({ name, value, action: 'add' }),
  });
  if (!response.ok) throw new LocalServerError('did_not_start', `The demo DNS refused ${name}`);
}
