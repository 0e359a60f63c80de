import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { SessionId, UserId } from '../ids/ids.ts';
import { type Caller, TOKEN_PROBLEMS } from './identity.ts';

/** An internal token is good for one hop, so its life is short. Seconds. */
export const INTERNAL_TOKEN_LIFETIME = 60;
/** Only this issuer may speak for a visitor. */
const VISITOR_ISSUER = 'gateway';

export class InternalTokenError extends Error {
  override readonly name = 'InternalTokenError';
  readonly code = 'internal_token_invalid';
}

const claimsSchema = z.discriminatedUnion('knd', [
  z.object({
    knd: z.literal('user'),
    sub: z.uuid(),
    sid: z.string(),
    adm: z.boolean(),
    scp: z.array(z.string()),
    rau: z.int().optional(),
    ip: z.string(),
  }),
  z.object({
    knd: z.literal('anonymous'),
    prb: z.enum(TOKEN_PROBLEMS).nullable(),
    ip: z.string(),
  }),
  z.object({ knd: z.literal('service') }),
]);

/** Mints this process's internal tokens. `issuer` is the service's name. */
export class InternalTokenSigner {
  private key: KeyObject;

  /** @param privateKey Ed25519, PKCS #8 DER, base64 */
  constructor(
    readonly issuer: string,
    privateKey: string,
  ) {
    this.key = readPrivateKey(privateKey);
  }

  /** Another key, from then on. @throws Error where it is none */
  prepare(privateKey: string): () => void {
    const next = readPrivateKey(privateKey);
    return () => {
      this.key = next;
    };
  }

  /** @param audience the only service that accepts it, so that the receiver cannot use it elsewhere */
  sign(
    caller: Exclude<Caller, { kind: 'service' }> | { kind: 'service' },
    audience: string,
  ): Promise<string> {
    return new SignJWT(toClaims(caller))
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(this.issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${INTERNAL_TOKEN_LIFETIME}s`)
      .sign(this.key);
  }
}

function toClaims(
  caller: Exclude<Caller, { kind: 'service' }> | { kind: 'service' },
): Record<string, unknown> {
  switch (caller.kind) {
    case 'user':
      return {
        knd: 'user',
        sub: caller.userId,
        sid: caller.sessionId,
        adm: caller.isAdmin,
        scp: caller.scopes,
        rau: caller.reauthenticatedUntil,
        ip: caller.clientAddress,
      };
    case 'anonymous':
      return { knd: 'anonymous', prb: caller.tokenProblem, ip: caller.clientAddress };
    case 'service':
      return { knd: 'service' };
  }
}

/** Verifies internal tokens: for this service, of a known issuer, its own key, one fixed algorithm, a life of at most 60 s. */
export class InternalTokenVerifier {
  private keys: IssuersKeys;

  /**
   * @param publicKeys issuer → Ed25519 SPKI DER, base64; two with a comma while one replaces the other
   * @param audience this service
   */
  constructor(
    publicKeys: Readonly<Record<string, string>>,
    private readonly audience: string,
  ) {
    this.keys = readPublicKeys(publicKeys);
  }

  /** Other keys, from then on. @throws Error where one is none */
  prepare(publicKeys: Readonly<Record<string, string>>): () => void {
    const next = readPublicKeys(publicKeys);
    return () => {
      this.keys = next;
    };
  }

  /** @throws InternalTokenError */
  async verify(token: string): Promise<Caller> {
    try {
      const issuer = issuerOf(token);
      const payload = await this.payloadOf(token, issuer);
      if (Array.isArray(payload.aud)) throw new InternalTokenError('a token names one audience');
      return toCaller(claimsSchema.parse(payload), issuer);
    } catch (error) {
      throw error instanceof InternalTokenError
        ? error
        : new InternalTokenError('internal token is not valid', { cause: error });
    }
  }

  private async payloadOf(token: string, issuer: string): Promise<JWTPayload> {
    let failure: unknown = new InternalTokenError('issuer is not known');
    for (const key of this.keys.get(issuer) ?? []) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['EdDSA'],
          issuer,
          audience: this.audience,
          maxTokenAge: INTERNAL_TOKEN_LIFETIME,
          clockTolerance: 5,
        });
        return payload;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }
}

type IssuersKeys = ReadonlyMap<string, readonly KeyObject[]>;

const readPrivateKey = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });

const readPublicKeys = (texts: Readonly<Record<string, string>>): IssuersKeys =>
  new Map(
    Object.entries(texts).map(([issuer, keys]) => [
      issuer,
      keys
        .split(',')
        .map((key) => createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })),
    ]),
  );

function toCaller(claims: z.infer<typeof claimsSchema>, issuer: string): Caller {
  if (claims.knd === 'service') {
    return { kind: 'service', service: issuer };
  }
  if (issuer !== VISITOR_ISSUER) {
    throw new InternalTokenError(`${issuer} may not speak for a visitor`);
  }
  if (claims.knd === 'anonymous') {
    return { kind: 'anonymous', tokenProblem: claims.prb, clientAddress: claims.ip };
  }
  return {
    kind: 'user',
    userId: claims.sub as UserId,
    sessionId: claims.sid as SessionId,
    isAdmin: claims.adm,
    scopes: claims.scp,
    ...(claims.rau !== undefined && { reauthenticatedUntil: claims.rau }),
    clientAddress: claims.ip,
  };
}

/** Reads the issuer before the signature is checked, only to choose the key to check it with. */
function issuerOf(token: string): string {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const issuer = (payload as { iss?: unknown } | null)?.iss;
  return typeof issuer === 'string' ? issuer : '';
}
