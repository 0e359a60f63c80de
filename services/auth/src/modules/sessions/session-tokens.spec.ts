import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { newId, type SessionId, type UserId } from '@palisade/nest-kit';
import { SignJWT } from 'jose';
import { SessionTokens } from './session-tokens.ts';

const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const tokens = new SessionTokens(newKey());
const session = (expiresInSeconds = 60) => ({
  id: newId<SessionId>(),
  userId: newId<UserId>(),
  expiresAt: new Date(Date.now() + expiresInSeconds * 1000),
});

describe('SessionTokens', () => {
  it('names the session it was made for', async () => {
    const mine = session();
    expect(await tokens.read(await tokens.sign(mine))).toEqual({
      ok: true,
      userId: mine.userId,
      sessionId: mine.id,
    });
  });

  it('tells an expired token from one that was never good', async () => {
    expect(await tokens.read(await tokens.sign(session(-5)))).toEqual({ ok: false, problem: 'expired' });
    expect(await tokens.read('rubbish')).toEqual({ ok: false, problem: 'invalid' });
    expect(await tokens.read('')).toEqual({ ok: false, problem: 'invalid' });
  });

  it('accepts what a previous key signed while it is told of it, and signs with the current one', async () => {
    const [old, current] = [newKey(), newKey()];
    const before = new SessionTokens(old);
    const token = await before.sign(session());
    const oldPublic = createPublicKey(
      createPrivateKey({ key: Buffer.from(old, 'base64'), format: 'der', type: 'pkcs8' }),
    )
      .export({ format: 'der', type: 'spki' })
      .toString('base64');
    for (const previous of [old, oldPublic]) {
      const after = new SessionTokens(current, [previous]);
      expect(await after.read(token)).toMatchObject({ ok: true });
      const fresh = await after.sign(session());
      expect(await after.read(fresh)).toMatchObject({ ok: true });
      expect(await before.read(fresh)).toEqual({ ok: false, problem: 'invalid' });
    }
    expect(await new SessionTokens(current).read(token)).toEqual({ ok: false, problem: 'invalid' });
  });

  it('does not believe the name that a token gives its key', async () => {
    const [mine, stolen] = [newKey(), newKey()];
    const [, payload] = (await new SessionTokens(mine).sign(session())).split('.');
    const [header] = (await new SessionTokens(mine).sign(session())).split('.');
    const [, , signature] = (await new SessionTokens(stolen).sign(session())).split('.');
    const forged = `${header}.${payload}.${signature}`;
    expect(await new SessionTokens(mine, [stolen]).read(forged)).toEqual({ ok: false, problem: 'invalid' });
  });

  it('accepts neither another key, nor a changed token, nor another algorithm', async () => {
    const good = await tokens.sign(session());
    const [header, payload, signature] = good.split('.') as [string, string, string];
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const symmetric = await new SignJWT({ sub: newId<UserId>(), jti: newId<SessionId>() })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('palisade')
      .setAudience('palisade-api')
      .setExpirationTime('1h')
      .sign(Buffer.alloc(32));
    const others = [
      await new SessionTokens(newKey()).sign(session()),
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${none}.${payload}.`,
      symmetric,
    ];
    for (const token of others) {
      expect(await tokens.read(token)).toEqual({ ok: false, problem: 'invalid' });
    }
  });
});
