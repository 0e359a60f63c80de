import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
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
  private readonly publicKey: KeyObject;

  /** @param privateKey Ed25519, PKCS #8 DER, base64 */
  constructor(privateKey: string) {
    this.privateKey = createPrivateKey({
      key: Buffer.from(privateKey, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    this.publicKey = createPublicKey(this.privateKey);
  }

  sign(session: { id: SessionId; userId: UserId; expiresAt: Date }): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
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
      const { payload } = await jwtVerify(token, this.publicKey, {
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
}
