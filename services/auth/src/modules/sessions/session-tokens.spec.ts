import { generateKeyPairSync } from 'node:crypto';
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
