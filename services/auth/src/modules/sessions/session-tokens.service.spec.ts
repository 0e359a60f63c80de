import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { newId, type SessionId, type UserId } from '@palisade/nest-kit';
import { SignJWT } from 'jose';
import { SessionTokensService } from './session-tokens.service.ts';

const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const ACCESS_SECONDS = 900;
const withKey = (key: string, previous: string[] = []) =>
  new SessionTokensService(key, ACCESS_SECONDS, previous);
const tokens = withKey(newKey());
const session = (expiresInSeconds = 60) => ({
  id: newId<SessionId>(),
  userId: newId<UserId>(),
  expiresAt: new Date(Date.now() + expiresInSeconds * 1000),
  refreshGeneration: 3,
});
/** An access token by itself. */
const sign = async (by: SessionTokensService, of = session()) => (await by.access(of)).accessToken;

describe('SessionTokensService', () => {
  it('names the session it was made for', async () => {
    const mine = session();
    expect(await tokens.readAccess(await sign(tokens, mine))).toEqual({
      ok: true,
      userId: mine.userId,
      sessionId: mine.id,
      generation: 3,
    });
  });

  it('opens for a quarter of an hour, and never beyond the session', async () => {
    const now = new Date();
    const opens = async (seconds: number) => {
      const { accessToken, expiresIn } = await tokens.access(session(seconds), now);
      const { exp } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
      expect(exp - Math.floor(now.getTime() / 1000)).toBe(expiresIn);
      return expiresIn;
    };
    expect(await opens(86_400)).toBe(ACCESS_SECONDS);
    expect(await opens(60)).toBeLessThanOrEqual(60);
  });

  it('gives a refresh token that is always the same for a generation, and is no access token', async () => {
    const mine = session();
    const refresh = await tokens.refresh(mine);
    expect(await tokens.refresh(mine)).toBe(refresh);
    expect(await tokens.refresh({ ...mine, refreshGeneration: 4 })).not.toBe(refresh);
    expect(await tokens.readRefresh(refresh)).toMatchObject({ ok: true, sessionId: mine.id, generation: 3 });
    expect(await tokens.readAccess(refresh)).toEqual({ ok: false, problem: 'invalid' });
    expect(await tokens.readRefresh(await sign(tokens, mine))).toEqual({ ok: false, problem: 'invalid' });
  });

  it('tells an expired token from one that was never good', async () => {
    expect(await tokens.readAccess(await sign(tokens, session(-5)))).toEqual({
      ok: false,
      problem: 'expired',
    });
    expect(await tokens.readAccess('rubbish')).toEqual({ ok: false, problem: 'invalid' });
    expect(await tokens.readAccess('')).toEqual({ ok: false, problem: 'invalid' });
  });

  it('accepts what a previous key signed while it is told of it, and signs with the current one', async () => {
    const [old, current] = [newKey(), newKey()];
    const before = withKey(old);
    const token = await sign(before, session());
    const oldPublic = createPublicKey(
      createPrivateKey({ key: Buffer.from(old, 'base64'), format: 'der', type: 'pkcs8' }),
    )
      .export({ format: 'der', type: 'spki' })
      .toString('base64');
    for (const previous of [old, oldPublic]) {
      const after = withKey(current, [previous]);
      expect(await after.readAccess(token)).toMatchObject({ ok: true });
      const fresh = await sign(after, session());
      expect(await after.readAccess(fresh)).toMatchObject({ ok: true });
      expect(await before.readAccess(fresh)).toEqual({ ok: false, problem: 'invalid' });
    }
    expect(await withKey(current).readAccess(token)).toEqual({ ok: false, problem: 'invalid' });
  });

  it('does not believe the name that a token gives its key', async () => {
    const [mine, stolen] = [newKey(), newKey()];
    const [, payload] = (await sign(withKey(mine), session())).split('.');
    const [header] = (await sign(withKey(mine), session())).split('.');
    const [, , signature] = (await sign(withKey(stolen), session())).split('.');
    const forged = `${header}.${payload}.${signature}`;
    expect(await withKey(mine, [stolen]).readAccess(forged)).toEqual({ ok: false, problem: 'invalid' });
  });

  it('accepts neither another key, nor a changed token, nor another algorithm', async () => {
    const good = await sign(tokens, session());
    const [header, payload, signature] = good.split('.') as [string, string, string];
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const symmetric = await new SignJWT({ sub: newId<UserId>(), jti: newId<SessionId>() })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('palisade')
      .setAudience('palisade-api')
      .setExpirationTime('1h')
      .sign(Buffer.alloc(32));
    const others = [
      await sign(withKey(newKey()), session()),
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${none}.${payload}.`,
      symmetric,
    ];
    for (const token of others) {
      expect(await tokens.readAccess(token)).toEqual({ ok: false, problem: 'invalid' });
    }
  });
});
