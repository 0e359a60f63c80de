import type { BrowserContext } from '@playwright/test';
import type { Account } from '../stack.ts';

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

export interface BrowserSignIn {
  token: string;
  user: unknown;
  cookies: Cookie[];
}

/** Signs in as a page of the product does: with an origin, and keeping the cookies. */
export async function signInAsBrowser(
  dashboard: string,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<BrowserSignIn> {
  const { origin, hostname } = new URL(dashboard);
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  });
  const body = (await response.json()) as { access_token: string; user: unknown };
  if (response.status !== 200) throw new Error(`login answered ${response.status}: ${JSON.stringify(body)}`);
  const cookies = response.headers.getSetCookie().map((text) => parseCookie(text, hostname));
  return { token: body.access_token, user: body.user, cookies };
}

function parseCookie(text: string, domain: string): Cookie {
  const [pair = '', ...attributes] = text.split('; ');
  const [name = '', value = ''] = pair.split('=');
  const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/';
  return { name, value, domain, path, httpOnly: true, sameSite: 'Strict' };
}
