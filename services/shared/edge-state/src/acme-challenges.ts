import type { Redis } from 'ioredis';
import type { TrustedKeys } from './keys.ts';
import { EDGE_KEYS } from './redis-keys.ts';
import { isSigned, type SigningKey, TextSigner } from './signed-text.ts';

/**
 * What every edge answers at `http://{host}/.well-known/acme-challenge/{token}` (RFC 8555, 8.3), so that whichever
 * node the certificate authority reaches can answer.
 */
export interface AcmeChallenge {
  host: string;
  token: string;
  keyAuthorization: string;
  /** Milliseconds since the epoch. */
  untilMs: number;
}

/** Where certificate authorities ask; a token follows. */
export const ACME_CHALLENGE_PATH = '/.well-known/acme-challenge/';
const WELL_FORMED = /^[A-Za-z0-9_-]+$/;

/** Whether this is such a place: of a well-formed token only, for what lies behind it could be read as any other path. */
export const isAcmeChallengePath = (path: string): boolean =>
  path.startsWith(ACME_CHALLENGE_PATH) && WELL_FORMED.test(path.slice(ACME_CHALLENGE_PATH.length));

/** Maximum lifetime of a challenge. */
export const ACME_CHALLENGE_TTL_MS = 3_600_000;
/** Tokens are base64url (RFC 8555, 8.3); the thumbprint after the dot is one of SHA-256. */
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;
const KEY_AUTHORIZATION = /^[A-Za-z0-9_-]{1,128}\.[A-Za-z0-9_-]{43}$/;
const HOST = /^[a-z0-9._-]{1,253}$/;

/**
 * Announces challenges to all edges. Each is signed with the key of site configs: write access to Redis must not be
 * enough to prove control of customers' names to a certificate authority.
 */
export class AcmeChallengeBoard {
  private readonly redis: Redis;
  private readonly signer: TextSigner;

  constructor(redis: Redis, signingKey: SigningKey) {
    this.redis = redis;
    this.signer = new TextSigner(signingKey);
  }

  async publish(challenge: Omit<AcmeChallenge, 'untilMs'>): Promise<void> {
    const now = Date.now();
    const untilMs = now + ACME_CHALLENGE_TTL_MS;
    const { keyId, signature } = this.signer.sign(signedText({ ...challenge, untilMs }));
    const { host, token, keyAuthorization } = challenge;
    await this.redis
      .pipeline()
      // Entries are named by their time, so what has ended is what has an older name.
      .xadd(
        EDGE_KEYS.acmeChallenges,
        'MINID',
        '~',
        String(now - ACME_CHALLENGE_TTL_MS),
        '*',
        ...['host', host, 'token', token, 'proof', keyAuthorization, 'until', String(untilMs)],
        ...['key', keyId, 'signature', signature],
      )
      .pexpire(EDGE_KEYS.acmeChallenges, ACME_CHALLENGE_TTL_MS)
      .exec()
      .then((results) => {
        const failed = results?.find(([error]) => error !== null);
        if (failed?.[0]) throw failed[0];
      });
  }
}

/** The challenge in an entry of the stream. Null: ended, malformed, or not signed by a key that the edge trusts. */
export function readAcmeChallenge(
  entry: Readonly<Record<string, string>>,
  keys: TrustedKeys,
  now = Date.now(),
): AcmeChallenge | null {
  const { host = '', token = '', proof = '', until = '', key: keyId = '', signature = '' } = entry;
  const untilMs = Number(until);
  if (!TOKEN.test(token) || !KEY_AUTHORIZATION.test(proof) || !HOST.test(host)) return null;
  if (!Number.isSafeInteger(untilMs) || untilMs <= now || untilMs > now + 2 * ACME_CHALLENGE_TTL_MS)
    return null;
  const challenge = { host, token, keyAuthorization: proof, untilMs };
  return isSigned(signedText(challenge), { keyId, signature }, keys) ? challenge : null;
}

/** Nothing in the parts may hold a line break, so no two challenges have the same text, nor has a site config. */
function signedText({ host, token, keyAuthorization, untilMs }: AcmeChallenge): string {
  return `palisade acme challenge v1\n${host}\n${token}\n${keyAuthorization}\n${untilMs}`;
}
