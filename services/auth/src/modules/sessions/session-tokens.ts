import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { SessionId, TokenProblem, UserId } from '@palisade/nest-kit';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ISSUER = 'palisade';
const AUDIENCE = 'palisade-api';
const ALGORITHM = 'EdDSA';

const claimsSchema = z.object({ sub: z.uuid(), jti: z.uuid() });

export type TokenReading =
  | { ok: true; userId: UserId; sessionId: SessionId }
  | { ok: false; problem: Extract<TokenProblem, 'invalid' | 'expired'> };

/** Session tokens: JWTs that name a session. One fixed algorithm; whether the session still holds is another question. */
export class SessionTokens {
  private readonly privateKey: KeyObject;
  private readonly kid: string;
  /** Public keys by what tokens call them. */
  private readonly known: ReadonlyMap<string, KeyObject>;

  /**
   * @param privateKey signs: Ed25519, PKCS #8 DER, base64
   * @param previous signed before, and what they signed holds on: the same, or public keys (SPKI DER, base64)
   */
  constructor(privateKey: string, previous: readonly string[] = []) {
    this.privateKey = readPrivateKey(privateKey);
    const current = createPublicKey(this.privateKey);
    this.kid = nameOf(current);
    this.known = new Map([current, ...previous.map(readPublicKey)].map((key) => [nameOf(key), key]));
  }

  sign(session: { id: SessionId; userId: UserId; expiresAt: Date }): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: this.kid })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(session.userId)
      .setJti(session.id)
      .setIssuedAt()
      .setExpirationTime(session.expiresAt)
      .sign(this.privateKey);
  }

  async read(token: string): Promise<TokenReading> {
    try {
      const { payload } = await jwtVerify(token, (header) => this.keyOf(header.kid), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp'],
      });
      const claims = claimsSchema.parse(payload);
      return { ok: true, userId: claims.sub as UserId, sessionId: claims.jti as SessionId };
    } catch (error) {
      return { ok: false, problem: error instanceof errors.JWTExpired ? 'expired' : 'invalid' };
    }
  }

  /** Tokens from before keys had names are of the current key. */
  private keyOf(kid = this.kid): KeyObject {
    const key = this.known.get(kid);
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  }
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

/** The key names itself, so that nobody has to keep names and keys together. */
const nameOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('base64url')
    .slice(0, 16);
