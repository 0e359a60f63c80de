import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a link permits its bearer. */
export type LinkPurpose = 'unsubscribe' | 'resubscribe';

export interface LinkClaims {
  purpose: LinkPurpose;
  email: string;
  /** The campaign whose mail contained the link. */
  campaignId?: number;
}

const payloadSchema = z.object({
  p: z.enum(['unsubscribe', 'resubscribe']),
  e: z.string().max(254),
  c: z.number().int().optional(),
  /** Seconds since the epoch. */
  x: z.number().int().optional(),
});

const MAX_TOKEN = 1_024;

const RETURN_PATH = 'bounce+';
/** A row's number and a 96-bit signature. */
const RETURN_PATHS = /bounce\+(\d{1,18})-([0-9a-f]{24})@/gi;
/** A returned mail names one; honest ones never have more. */
const MAX_RETURN_PATHS = 20;

/**
 * Links that prove that the bearer reads an address's mail: HMAC-SHA256 over purpose, address and, where there is one,
 * an expiry. Unsubscribe links do not expire: they must work for as long as the mail is kept (RFC 8058 sets no limit).
 */
export class SignedLinksService {
  /** The first key signs; links signed by the others stay valid. */
  private keys: readonly [Buffer, ...Buffer[]];

  constructor(
    key: string,
    private readonly publicUrl: string,
    previous: readonly string[] = [],
  ) {
    this.keys = readKeys(key, previous);
  }

  /** Replaces the keys. */
  prepare(key: string, previous: readonly string[]): () => void {
    const next = readKeys(key, previous);
    return () => {
      this.keys = next;
    };
  }

  get home(): string {
    return this.publicUrl;
  }

  token(claims: LinkClaims, expiresAt?: Date): string {
    const payload = Buffer.from(
      JSON.stringify({
        p: claims.purpose,
        e: claims.email.toLowerCase(),
        ...(claims.campaignId !== undefined && { c: claims.campaignId }),
        ...(expiresAt && { x: Math.floor(expiresAt.getTime() / 1000) }),
      }),
    ).toString('base64url');
    return `${payload}.${macOf(this.keys[0], payload)}`;
  }

  /** @returns what the token permits, or null if it was altered, is for another purpose, or has expired */
  read(token: string, purpose: LinkPurpose): LinkClaims | null {
    const [payload = '', mac = '', ...rest] = token.length > MAX_TOKEN ? [] : token.split('.');
    if (rest.length > 0 || !this.keys.some((key) => isEqual(macOf(key, payload), mac))) return null;
    const { p, e, c, x } = payloadSchema.parse(
      JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')),
    );
    if (p !== purpose || (x !== undefined && x * 1000 < Date.now())) return null;
    return { purpose: p, email: e, ...(c !== undefined && { campaignId: c }) };
  }

  /**
   * Local part of the return path for one recipient of a campaign: only the recipient, or whoever carried the mail,
   * knows it. Short (64 bytes at most) and in one case, as mail servers require.
   */
  returnPath(recipientId: string): string {
    return `${RETURN_PATH}${recipientId}-${returnMacOf(this.keys[0], recipientId)}`;
  }

  /**
   * @returns the recipient whose mail was returned: of the first return path in the text with a valid signature; null:
   * there is none
   */
  recipientOf(text: string): string | null {
    const found = new Map<string, string>();
    for (const [, id = '', mac = ''] of text.matchAll(RETURN_PATHS)) {
      found.set(`${id}-${mac.toLowerCase()}`, id);
      if (found.size >= MAX_RETURN_PATHS) break;
    }
    for (const [token, id] of found) {
      const mac = token.slice(id.length + 1);
      if (this.keys.some((key) => isEqual(returnMacOf(key, id), mac))) return id;
    }
    return null;
  }

  /** The page with the form; opening it changes nothing. */
  unsubscribePage(claims: Omit<LinkClaims, 'purpose'>): string {
    const token = this.token({ ...claims, purpose: 'unsubscribe' });
    return `${this.publicUrl}/unsubscribe?${new URLSearchParams({ email: claims.email, token })}`;
  }

  /** For List-Unsubscribe: acts on POST only (RFC 8058). */
  oneClick(claims: Omit<LinkClaims, 'purpose'>): string {
    const token = this.token({ ...claims, purpose: 'unsubscribe' });
    return `${this.publicUrl}/api/newsletter/one-click?${new URLSearchParams({ token })}`;
  }

  resubscribe(email: string, expiresAt: Date): string {
    const token = this.token({ purpose: 'resubscribe', email }, expiresAt);
    return `${this.publicUrl}/api/newsletter/resubscribe?${new URLSearchParams({ token })}`;
  }
}

const readKeys = (key: string, previous: readonly string[]): [Buffer, ...Buffer[]] => [
  Buffer.from(key, 'base64'),
  ...previous.map((old) => Buffer.from(old, 'base64')),
];

const macOf = (key: Buffer, payload: string): string =>
  createHmac('sha256', key).update(`palisade-link:${payload}`).digest('base64url');

const returnMacOf = (key: Buffer, recipientId: string): string =>
  createHmac('sha256', key).update(`palisade-return-path:${recipientId}`).digest('hex').slice(0, 24);

function isEqual(one: string, other: string): boolean {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
