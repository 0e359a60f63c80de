import { createHmac, timingSafeEqual } from 'node:crypto';

/** The client and site that a clearance is valid for. */
export interface Bearer {
  siteId: string;
  /** The client's address, or the /64 of an IPv6 address. */
  client: string;
  userAgent: string;
}

/** `__Host-` keeps other hosts of the domain, and clear-text connections, from setting it. */
const SECURE_NAME = '__Host-palisade_clearance';
const PLAIN_NAME = 'palisade_clearance';
const FORM = /^([0-9a-z]{6,9})\.([A-Za-z0-9_-]{43})$/;
/** Maximum cookies of that name that are verified; browsers hold a few, more are an attempt to waste our time. */
const MAX_CANDIDATES = 4;

/** Signed cookies that prove that a client has solved a challenge of this site. */
export class Clearances {
  private readonly key: Buffer;

  constructor(key: Buffer) {
    this.key = key;
  }

  /** Returns the Set-Cookie value of a new clearance. */
  issue(bearer: Bearer, secure: boolean, nowMs: number, lifetimeMs: number): string {
    const until = Math.floor((nowMs + lifetimeMs) / 1_000).toString(36);
    const value = `${until}.${this.sign(bearer, until).toString('base64url')}`;
    const name = secure ? SECURE_NAME : PLAIN_NAME;
    const attributes = `Path=/; Max-Age=${Math.floor(lifetimeMs / 1_000)}; HttpOnly`;
    // Sent on requests from other sites too, such as a bank's way back to a shop: it only proves work that a browser
    // has done, and gives no right that another site could abuse. Browsers accept `None` on secure connections only.
    return `${name}=${value}; ${attributes}${secure ? '; Secure; SameSite=None' : ''}`;
  }

  /**
   * Whether the Cookie header holds a clearance of this bearer that is still valid. Verifies a few signatures at most.
   */
  holds(cookie: string, bearer: Bearer, secure: boolean, nowMs: number): boolean {
    const name = `${secure ? SECURE_NAME : PLAIN_NAME}=`;
    if (!cookie.includes(name)) return false;
    let candidates = 0;
    for (const pair of cookie.split(';')) {
      const text = pair.trim();
      if (!text.startsWith(name)) continue;
      candidates++;
      if (candidates > MAX_CANDIDATES) return false;
      if (this.isValid(text.slice(name.length), bearer, nowMs)) return true;
    }
    return false;
  }

  private isValid(value: string, bearer: Bearer, nowMs: number): boolean {
    const parts = FORM.exec(value);
    if (parts === null) return false;
    const until = parts[1]!;
    if (Number.parseInt(until, 36) * 1_000 <= nowMs) return false;
    return timingSafeEqual(Buffer.from(parts[2]!, 'base64url'), this.sign(bearer, until));
  }

  private sign(bearer: Bearer, until: string): Buffer {
    return createHmac('sha256', this.key)
      .update(`${bearer.siteId}\n${bearer.client}\n${until}\n${bearer.userAgent}`, 'latin1')
      .digest();
  }
}
