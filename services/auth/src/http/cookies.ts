/** The first well-formed cookie of this name in a Cookie header; empty if there is none. */
export function readCookie(header: string | undefined, name: string, form: RegExp): string {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name && value !== undefined && form.test(value)) return value;
  }
  return '';
}

export interface CookieTarget {
  path: string;
  /** Seconds; 0 removes it. */
  maxAge: number;
  /** Only over TLS. */
  secure: boolean;
}

/** Value of a Set-Cookie header for a cookie that scripts and other sites cannot read. */
export const writeCookie = (name: string, value: string, { path, maxAge, secure }: CookieTarget): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
