import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import type { UserCaller } from './identity.ts';
import { InternalTokenSigner, InternalTokenVerifier } from './internal-tokens.ts';

function newKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const text = (key: Buffer) => key.toString('base64');
  return {
    private: text(privateKey.export({ format: 'der', type: 'pkcs8' })),
    public: text(publicKey.export({ format: 'der', type: 'spki' })),
  };
}

const [gateway, billing] = [newKeys(), newKeys()];
const verifier = new InternalTokenVerifier({ gateway: gateway.public, billing: billing.public }, 'auth');
const USER: UserCaller = {
  kind: 'user',
  userId: '018f3a66-0000-7000-8000-000000000001' as never,
  sessionId: 's' as never,
  isAdmin: true,
  scopes: [],
  clientAddress: '192.0.2.1',
};
const CLAIMS = { knd: 'user', sub: USER.userId, sid: 's', adm: true, scp: [], ip: '192.0.2.1' };

const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

/** A token of the gateway's own key, with what it should not say. */
const signed = (claims: object, { issued = ago(0), expires = '60s' as string | number } = {}) =>
  new SignJWT({ ...CLAIMS, ...claims })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer('gateway')
    .setAudience('auth')
    .setIssuedAt(issued)
    .setExpirationTime(expires)
    .sign(createPrivateKey({ key: Buffer.from(gateway.private, 'base64'), format: 'der', type: 'pkcs8' }));

describe('an internal token', () => {
  it('says who asks, a service only for itself', async () => {
    expect(
      await verifier.verify(await new InternalTokenSigner('gateway', gateway.private).sign(USER, 'auth')),
    ).toEqual(USER);
    const service = new InternalTokenSigner('billing', billing.private);
    expect(await verifier.verify(await service.sign({ kind: 'service' }, 'auth'))).toEqual({
      kind: 'service',
      service: 'billing',
    });
    await expect(verifier.verify(await service.sign(USER, 'auth'))).rejects.toThrow(
      'may not speak for a visitor',
    );
  });

  it.each<[string, () => Promise<string> | string]>([
    ['of an unknown issuer', () => new InternalTokenSigner('x', billing.private).sign(USER, 'auth')],
    ['of another’s key', () => new InternalTokenSigner('gateway', billing.private).sign(USER, 'auth')],
    ['for another service', () => new InternalTokenSigner('gateway', gateway.private).sign(USER, 'logs')],
    ['whose time is over', () => signed({}, { issued: ago(50), expires: ago(10) })],
    ['that gives itself a longer life', () => signed({}, { issued: ago(300), expires: '1h' })],
    ['from the future', () => signed({}, { issued: ago(-300), expires: '1h' })],
    ['of no kind', () => signed({ knd: undefined })],
    ['of a kind with other claims', () => signed({ knd: 'user', sub: 'everybody' })],
    ['without a signature', () => new UnsecuredJWT(CLAIMS).setIssuer('gateway').setAudience('auth').encode()],
    ['that is none', () => 'x.y.z'],
    ['of nothing', () => ''],
  ])('%s is not believed', async (_what, make) => {
    await expect(verifier.verify(await make())).rejects.toMatchObject({ code: 'internal_token_invalid' });
  });

  it('that was changed is not believed', async () => {
    const [header, payload = '', signature] = (await signed({ adm: false })).split('.');
    const changed = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object;
    const forged = Buffer.from(JSON.stringify({ ...changed, adm: true })).toString('base64url');
    await expect(verifier.verify(`${header}.${forged}.${signature}`)).rejects.toThrow('not valid');
  });
});
