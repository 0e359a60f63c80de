import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { InternalTokenSigner, InternalTokenVerifier } from './internal-tokens.ts';

const newKey = () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = createPublicKey(privateKey);
  return {
    privateKey,
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    spki: publicKey.export({ format: 'der', type: 'spki' }),
    publicKey,
  };
};
const [gateway, logs, stranger] = [newKey(), newKey(), newKey()];
const now = () => Math.floor(Date.now() / 1000);
const service: JWTPayload = { knd: 'service' };
const visitor: JWTPayload = {
  ...{
    knd: 'user',
    sub: '019ab000-0000-7000-8000-000000000001',
    sid: 's',
    adm: true,
    scp: [],
    ip: '192.0.2.1',
  },
};

type Facts = Readonly<{
  claims?: JWTPayload;
  issuer?: string;
  audience?: string | string[];
  iat?: number;
  exp?: number;
  header?: Record<string, unknown>;
  key?: KeyObject | Uint8Array;
}>;
const token = ({
  claims = service,
  issuer = 'logs',
  audience = 'auth',
  iat = now(),
  exp,
  header,
  key,
}: Facts) =>
  new SignJWT({ ...claims, iss: issuer, aud: audience, iat, exp: exp ?? iat + 60 })
    .setProtectedHeader({ alg: 'EdDSA', ...header })
    .sign(key ?? createPrivateKey({ key: Buffer.from(logs.secret, 'base64'), format: 'der', type: 'pkcs8' }));

const strangersJwk = await exportJWK(stranger.publicKey);
const FORGERIES: Readonly<Record<string, () => Promise<string> | string>> = {
  'without a signature (alg none)': () =>
    new UnsecuredJWT(service)
      .setIssuer('gateway')
      .setAudience('auth')
      .setIssuedAt()
      .setExpirationTime('60s')
      .encode(),
  'with the public key as a shared secret (HS256)': () =>
    token({ header: { alg: 'HS256' }, key: new Uint8Array(logs.spki) }),
  'with the key that it brings along (jwk)': () =>
    token({ header: { jwk: strangersJwk }, key: stranger.privateKey }),
  'with a key that it points to (jku, kid)': () =>
    token({ header: { jku: 'http://192.0.2.1/keys', kid: '../../gateway' }, key: stranger.privateKey }),
  'signed by another service in the gateway’s name': () => token({ issuer: 'gateway' }),
  'of a service that speaks for an administrator': () => token({ claims: visitor }),
  'of nobody known': () => token({ issuer: '__proto__' }),
  'of an issuer called constructor': () => token({ issuer: 'constructor' }),
  'for another audience': () => token({ audience: 'billing' }),
  'for two audiences': () => token({ audience: ['auth', 'billing'] }),
  'for an audience in a list': () => token({ audience: ['auth'] }),
  'that has ended': () => token({ iat: now() - 120 }),
  'that claims a long life': () => token({ iat: now() - 3600, exp: now() + 3600 }),
  'from the future': () => token({ iat: now() + 600 }),
  'with an extension that it calls critical': () =>
    token({ header: { crit: ['exp'], exp: 1 } }).catch(() => 'a.b.c'),
  'cut off': async () => (await token({})).slice(0, -4),
  'of the wrong parts': () => 'e30.e30',
  'of nothing': () => '',
  'of a megabyte': () => 'A'.repeat(1024 * 1024),
};

describe('an internal token that somebody has made up', () => {
  const verifier = new InternalTokenVerifier(
    { gateway: gateway.spki.toString('base64'), logs: logs.spki.toString('base64') },
    'auth',
  );

  it('of a known service is believed, and the gateway’s for a visitor', async () => {
    expect(await verifier.verify(await token({}))).toEqual({ kind: 'service', service: 'logs' });
    const signer = new InternalTokenSigner('gateway', gateway.secret);
    const anonymous = { kind: 'anonymous', tokenProblem: null, clientAddress: '192.0.2.1' } as const;
    expect(await verifier.verify(await signer.sign(anonymous, 'auth'))).toEqual(anonymous);
  });

  it('of a machine whose clock is some seconds off is believed', async () => {
    expect(await verifier.verify(await token({ iat: now() + 3 }))).toMatchObject({ kind: 'service' });
    expect(await verifier.verify(await token({ iat: now() - 62 }))).toMatchObject({ kind: 'service' });
  });

  it.each(Object.entries(FORGERIES))('%s is not believed', async (_, forge) => {
    await expect(verifier.verify(await forge())).rejects.toMatchObject({ code: 'internal_token_invalid' });
  });
});
