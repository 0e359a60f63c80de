import { generateKeyPairSync } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { jest } from '@jest/globals';
import { authV1 } from '@palisade/contracts';
import { InternalTokenSigner, InternalTokenVerifier, newId, type UserId } from '@palisade/nest-kit';
import type { AuthClient } from '../../connections/connections.module.ts';
import { AuthenticatorService, type RequestCredentials } from './authenticator.service.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const signer = new InternalTokenSigner(
  'gateway',
  privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
);
const verifier = new InternalTokenVerifier(
  {
    gateway: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  },
  'auth',
);
const userId = newId<UserId>();

function start(answer: Partial<authV1.AuthenticateResponse>) {
  const authenticate = jest.fn<AuthClient['authenticate']>(async () =>
    create(authV1.AuthenticateResponseSchema, answer as never),
  );
  return { authenticate, authenticator: new AuthenticatorService({ authenticate }, signer) };
}
const identify = async (authenticator: AuthenticatorService, credentials: RequestCredentials) =>
  authenticator.tokenFor('auth', await authenticator.callerOf(credentials));
const from = (authorization?: string, change: Partial<RequestCredentials> = {}): RequestCredentials => ({
  authorization,
  device: null,
  address: '192.0.2.1',
  userAgent: '',
  ...change,
});
const good = {
  identity: create(authV1.IdentitySchema, { userId, sessionId: 's1', isAdmin: true, scopes: ['a'] }),
};

describe('AuthenticatorService', () => {
  it('does not ask who comes without a token', async () => {
    const { authenticator, authenticate } = start({});
    expect(await verifier.verify(await identify(authenticator, from()))).toEqual({
      kind: 'anonymous',
      tokenProblem: null,
      clientAddress: '192.0.2.1',
    });
    expect(await verifier.verify(await identify(authenticator, from('Basic abc')))).toMatchObject({
      tokenProblem: null,
    });
    expect(authenticate).not.toHaveBeenCalled();
  });

  it('says to the services what the auth service found, asking once for many', async () => {
    const { authenticator, authenticate } = start({ ...good, cacheMs: 4_000 });
    const tokens = await Promise.all([1, 2, 3].map(() => identify(authenticator, from('Bearer t'))));
    await identify(authenticator, from('bearer t', { address: '192.0.2.9' }));
    expect(authenticate).toHaveBeenCalledTimes(1);
    expect(await verifier.verify(tokens[0] as string)).toEqual({
      kind: 'user',
      userId,
      sessionId: 's1',
      isAdmin: true,
      scopes: ['a'],
      clientAddress: '192.0.2.1',
    });
  });

  it('passes on why a token is no good', async () => {
    const { authenticator } = start({ problem: authV1.TokenProblem.EXPIRED, cacheMs: 4_000 });
    expect(await verifier.verify(await identify(authenticator, from('Bearer t')))).toMatchObject({
      kind: 'anonymous',
      tokenProblem: 'expired',
    });
  });

  it('keeps no answer for longer than five seconds, whatever it is told', async () => {
    jest.useFakeTimers({ now: 0 });
    try {
      const { authenticator, authenticate } = start({ ...good, cacheMs: 60_000 });
      await identify(authenticator, from('Bearer t'));
      await jest.advanceTimersByTimeAsync(4_900);
      await identify(authenticator, from('Bearer t'));
      expect(authenticate).toHaveBeenCalledTimes(1);
      await jest.advanceTimersByTimeAsync(200);
      await identify(authenticator, from('Bearer t'));
      expect(authenticate).toHaveBeenCalledTimes(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('asks again at once after a call that may have ended the session', async () => {
    const { authenticator, authenticate } = start({ ...good, cacheMs: 4_000 });
    await identify(authenticator, from('Bearer t'));
    authenticator.forget(from('Bearer t'));
    await identify(authenticator, from('Bearer t'));
    expect(authenticate).toHaveBeenCalledTimes(2);
  });

  it('keeps what it was told of a token for the device that showed it', async () => {
    const { authenticator, authenticate } = start({ ...good, cacheMs: 4_000 });
    const own = from('Bearer t', { device: 'own' });
    await identify(authenticator, own);
    await identify(authenticator, own);
    expect(authenticate.mock.calls.map(([asked]) => asked.deviceHash)).toEqual(['own']);
    authenticate.mockResolvedValue(
      create(authV1.AuthenticateResponseSchema, {
        problem: authV1.TokenProblem.OTHER_DEVICE,
        cacheMs: 4_000,
      }),
    );
    for (const device of [null, 'stolen']) {
      const refused = await verifier.verify(await identify(authenticator, from('Bearer t', { device })));
      expect(refused).toMatchObject({ kind: 'anonymous', tokenProblem: 'other_device' });
    }
    expect(authenticate.mock.calls.map(([asked]) => asked.deviceHash)).toEqual(['own', '', 'stolen']);
    // Nobody signs the owner out by showing the token from elsewhere.
    expect(await verifier.verify(await identify(authenticator, own))).toMatchObject({ kind: 'user' });
    expect(authenticate).toHaveBeenCalledTimes(3);
  });

  it('does not trouble the auth service with tokens that cannot be any', async () => {
    const { authenticator, authenticate } = start(good);
    await identify(authenticator, from(`Bearer ${'x'.repeat(5_000)}`));
    expect(authenticate).not.toHaveBeenCalled();
  });
});
