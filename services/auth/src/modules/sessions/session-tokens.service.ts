import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { SessionId, TokenProblem, UserId } from '@palisade/nest-kit';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ISSUER = 'palisade';
const ALGORITHM = 'EdDSA';
/** Access and refresh tokens have different types; neither is accepted in the other's place. */
const AUDIENCES = { access: 'palisade-api', refresh: 'palisade-renewal' } as const;
type Kind = keyof typeof AUDIENCES;

const claimsSchema = z.object({ sub: z.uuid(), jti: z.uuid(), gen: z.int().positive().optional() });

/** A token's claims about its session. */
export interface SessionClaims {
  id: SessionId;
  userId: UserId;
  expiresAt: Date;
  /** Generation of the current refresh token, see `decideRenewal`; `null` where there is none. */
  refreshGeneration: number | null;
}

export type TokenReading =
  | { ok: true; userId: UserId; sessionId: SessionId; generation: number | null }
  | { ok: false; problem: Extract<TokenProblem, 'invalid' | 'expired'> };

export interface AccessToken {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
}

/**
 * Access and refresh tokens: JWTs that name a session, with one fixed algorithm; whether the session is still valid is
 * checked elsewhere. Refresh tokens are signed rather than random and stored as a hash: so the same one can be handed
 * out again where a response was lost, and a forged one reaches neither the database nor anybody's session.
 */
export class SessionTokensService {
  private keys: TokenKeys;

  /**
   * @param privateKey signs: Ed25519, PKCS #8 DER, base64
   * @param accessSeconds lifetime of an access token
   * @param previous former keys, whose tokens stay valid: the same form, or public keys (SPKI DER, base64)
   */
  constructor(
    privateKey: string,
    private readonly accessSeconds: number,
    previous: readonly string[] = [],
  ) {
    this.keys = readKeys(privateKey, previous);
  }

  /** Reads new keys. @returns function that starts using them @throws Error if one is invalid */
  prepare(privateKey: string, previous: readonly string[]): () => void {
    const next = readKeys(privateKey, previous);
    return () => {
      this.keys = next;
    };
  }

  /** Grants its user's access for a short time, at most until the session ends. */
  async access(session: SessionClaims, now = new Date()): Promise<AccessToken> {
    const left = Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000);
    const expiresIn = Math.min(this.accessSeconds, left);
    const until = Math.floor(now.getTime() / 1000) + expiresIn;
    return { accessToken: await this.sign('access', session, until), expiresIn };
  }

  /** Renews the session and grants nothing else. Always the same token for a generation. */
  refresh(session: SessionClaims): Promise<string> {
    return this.sign('refresh', session, Math.floor(session.expiresAt.getTime() / 1000));
  }

  readAccess = (token: string): Promise<TokenReading> => this.read('access', token);
  readRefresh = (token: string): Promise<TokenReading> => this.read('refresh', token);

  private sign(kind: Kind, session: SessionClaims, until: number): Promise<string> {
    return new SignJWT(session.refreshGeneration === null ? {} : { gen: session.refreshGeneration })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: this.keys.kid })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCES[kind])
      .setSubject(session.userId)
      .setJti(session.id)
      .setExpirationTime(until)
      .sign(this.keys.signing);
  }

  private async read(kind: Kind, token: string): Promise<TokenReading> {
    try {
      const { payload } = await jwtVerify(token, (header) => this.keyOf(header.kid), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCES[kind],
        requiredClaims: ['exp'],
      });
      const claims = claimsSchema.parse(payload);
      return {
        ok: true,
        userId: claims.sub as UserId,
        sessionId: claims.jti as SessionId,
        generation: claims.gen ?? null,
      };
    } catch (error) {
      return { ok: false, problem: error instanceof errors.JWTExpired ? 'expired' : 'invalid' };
    }
  }

  /** Tokens from before keys had ids are of the current key. */
  private keyOf(kid = this.keys.kid): KeyObject {
    const key = this.keys.known.get(kid);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}

interface TokenKeys {
  signing: KeyObject;
  kid: string;
  /** Public keys by key id. */
  known: ReadonlyMap<string, KeyObject>;
}

function readKeys(privateKey: string, previous: readonly string[]): TokenKeys {
  const signing = readPrivateKey(privateKey);
  const current = createPublicKey(signing);
  const known = new Map([current, ...previous.map(readPublicKey)].map((key) => [nameOf(key), key]));
  return { signing, kid: nameOf(current), known };
}

const readPrivateKey = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });

function readPublicKey(text: string): KeyObject {
  const der = Buffer.from(text, 'base64');
  // An Ed25519 public key has 44 bytes in DER, a private one 48.
  return der.length === PUBLIC_KEY_BYTES
    ? createPublicKey({ key: der, format: 'der', type: 'spki' })
    : createPublicKey(readPrivateKey(text));
}

const PUBLIC_KEY_BYTES = 44;

/** The key's id is derived from it, so nobody has to keep ids and keys together. */
const nameOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('base64url')
    .slice(0, 16);
