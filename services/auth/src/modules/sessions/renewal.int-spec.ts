import { createPrivateKey } from 'node:crypto';
import { eventually } from '@palisade/testing';
import { SignJWT } from 'jose';
import {
  type Account,
  type BrowserSession,
  browserOf,
  type Harness,
  ORIGIN,
  sessionOf,
  startHarness,
} from '../../test/harness.ts';
import { SessionTokensService } from './session-tokens.service.ts';

const QUARTER_OF_AN_HOUR = 900;

describe('access tokens and their renewal', () => {
  let harness: Harness;
  let account: Account;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
  });
  afterAll(() => harness.stop());
  beforeEach(async () => {
    account = await harness.register();
  });

  const browser = async (): Promise<BrowserSession> =>
    browserOf(await harness.login(account, { origin: ORIGIN }));
  const me = (visitor: { token: string; cookie?: string }) => harness.call('GET', '/auth/me', visitor);
  const deviceOf = ({ cookie }: BrowserSession) => cookie.split('; ')[0] ?? '';
  const refreshOf = ({ cookie }: BrowserSession) => cookie.split('; ')[1] ?? '';
  const row = async (session: BrowserSession) => {
    const { rows } = await harness.database.query<Record<string, unknown>>(
      'SELECT * FROM sessions WHERE id = $1',
      [sessionOf(session)],
    );
    return rows[0];
  };
  const ended = { status: 401, body: { code: 'token_session_ended' } };

  it('are short, while the session stays as long as it was', async () => {
    const answer = await harness.login(account, { origin: ORIGIN }, { remember_me: true });
    const [, claims = ''] = String(answer.body.access_token).split('.');
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(QUARTER_OF_AN_HOUR);
    expect(answer.body.expires_in).toBe(QUARTER_OF_AN_HOUR);
    const days = (Date.parse(String(answer.body.expires_at)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    // The cookie lasts as long as the session.
    expect(answer.headers.getSetCookie()[1]).toMatch(
      /^__Secure-palisade_refresh=[^;]+; Path=\/api\/auth\/renew; Max-Age=25(92000|919\d\d); HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('are renewed by the cookies alone, for the same session', async () => {
    const first = await browser();
    const answer = await harness.renew(first);
    expect(answer).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', expires_in: QUARTER_OF_AN_HOUR, user_id: account.id },
    });
    const renewed = { token: String(answer.body.access_token), cookie: first.cookie };
    expect(await me(renewed)).toMatchObject({ status: 200, body: { id: account.id } });
    expect(sessionOf(renewed)).toBe(sessionOf(first));
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('of a stranger without the device cookie open nothing, and renew nothing', async () => {
    const owner = await browser();
    const thief = await browser();
    const refused = { status: 401, body: { code: 'token_other_device' } };
    expect(await me({ token: owner.token })).toMatchObject(refused);
    expect(await me({ token: owner.token, cookie: deviceOf(thief) })).toMatchObject(refused);
    expect(await harness.renew({ cookie: refreshOf(owner) })).toMatchObject(refused);
    expect(await harness.renew({ cookie: `${deviceOf(thief)}; ${refreshOf(owner)}` })).toMatchObject(refused);
    // Failed renewals never end the owner's session.
    expect((await me(owner)).status).toBe(200);
    expect((await harness.renew(owner)).status).toBe(200);
  });

  it('hold everywhere for a gateway that does not tell of devices yet', async () => {
    const { identity } = await harness.auth.authenticate({ token: (await browser()).token });
    expect(identity?.userId).toBe(account.id);
  });

  it('of clients without cookies are bound to nothing and not renewed', async () => {
    const answer = await harness.login(account);
    const token = String(answer.body.access_token);
    expect((await me({ token })).status).toBe(200);
    expect(answer.headers.getSetCookie().join()).not.toContain('palisade_refresh');
    const seconds = (Date.parse(String(answer.body.expires_at)) - Date.now()) / 1000;
    expect(seconds).toBeLessThanOrEqual(QUARTER_OF_AN_HOUR);
    const none = { status: 400, body: { code: 'not_renewable' } };
    expect(await harness.renew({ cookie: '' })).toMatchObject(none);
    expect(await harness.renew({ cookie: `__Secure-palisade_refresh=${token}` })).toMatchObject(none);
  });

  it('from before sessions could be renewed go on until the session ends', async () => {
    const session = await browser();
    await harness.database.query(
      'UPDATE sessions SET device_hash = NULL, refresh_generation = NULL WHERE id = $1',
      [sessionOf(session)],
    );
    const key = Buffer.from(harness.environment.PALISADE_AUTH_TOKEN_KEY, 'base64');
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
      .setIssuer('palisade')
      .setAudience('palisade-api')
      .setSubject(account.id)
      .setJti(sessionOf(session))
      .setIssuedAt()
      .setExpirationTime('24h')
      .sign(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
    expect((await me({ token })).status).toBe(200);
    expect(await harness.renew(session)).toMatchObject(ended);
  });

  it('say that they have run out, and the session goes on', async () => {
    const session = await browser();
    const tokens = new SessionTokensService(harness.environment.PALISADE_AUTH_TOKEN_KEY, QUARTER_OF_AN_HOUR);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    const claims = {
      id: sessionOf(session) as never,
      userId: account.id as never,
      expiresAt: new Date(Date.now() + 3_600_000),
      refreshGeneration: 1,
    };
    const { accessToken } = await tokens.access(claims, anHourAgo);
    const old = { token: accessToken, cookie: session.cookie };
    expect(await me(old)).toMatchObject({ status: 401, body: { code: 'token_expired' } });
    expect((await harness.renew(session)).status).toBe(200);
  });

  it('are renewed by twenty tabs at once, with one session and one new refresh token', async () => {
    const first = await harness.renewLater(await browser());
    await harness.database.query(
      `UPDATE sessions SET refresh_rotated_at = now() - interval '1 day', refresh_confirmed = true WHERE id = $1`,
      [sessionOf(first)],
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => harness.renew(first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => browserOf(answer).cookie)).size).toBe(1);
    expect(await row(first)).toMatchObject({ refresh_generation: 3, ended_at: null });
    for (const answer of answers) {
      const token = String(answer.body.access_token);
      expect((await me({ token, cookie: first.cookie })).status).toBe(200);
    }
  });

  it('are renewed again where the answer was lost, however late, until the new ones were seen', async () => {
    const first = await browser();
    await harness.renewLater(first);
    await harness.database.query(
      `UPDATE sessions SET refresh_rotated_at = now() - interval '1 day' WHERE id = $1`,
      [sessionOf(first)],
    );
    const again = await harness.renew(first);
    expect(again.status).toBe(200);
    // An access token that was issued together with the refresh token shows that both have arrived.
    expect((await me({ token: String(again.body.access_token), cookie: first.cookie })).status).toBe(200);
    await eventually('the new token being known to have arrived', async () => {
      if ((await row(first))?.refresh_confirmed !== true) throw new Error('not yet');
    });
    expect(await harness.renew(first)).toMatchObject(ended);
  });

  it('end everywhere when a replaced refresh token is shown, and the owner hears of it', async () => {
    await harness.confirmEmail(account);
    const stolen = await browser();
    const other = await browser();
    const owner = await harness.renewLater(await harness.renewLater(stolen));
    expect((await me(owner)).status).toBe(200);
    const replays = await Promise.all([1, 2, 3].map(() => harness.renew(stolen, { address: '203.0.113.5' })));
    for (const replay of replays) expect(replay).toMatchObject(ended);
    expect(await me(owner)).toMatchObject(ended);
    expect(await harness.renew(owner)).toMatchObject(ended);
    expect(await row(owner)).toMatchObject({ end_reason: 'refresh_token_reused' });
    // Sessions on other devices are not affected.
    expect((await me(other)).status).toBe(200);
    const { rows } = await harness.database.query(
      `SELECT client_address FROM security_events WHERE user_id = $1 AND kind = 'refresh_token_reused'`,
      [account.id],
    );
    expect(rows).toEqual([{ client_address: '203.0.113.5' }]);
    const mails = (await harness.mails(account.id)).filter(({ template }) => template === 'session_stolen');
    expect(mails).toHaveLength(1);
    // The copied device cookie is worthless from then on.
    const next = browserOf(await harness.login(account, { origin: ORIGIN, cookie: deviceOf(owner) }));
    expect(deviceOf(next)).not.toBe(deviceOf(owner));
  });

  it('end everywhere when the thief was quicker than the owner', async () => {
    const owner = await browser();
    const thief = await harness.renewLater(await harness.renewLater(owner));
    expect((await me(thief)).status).toBe(200);
    expect(await harness.renew(owner)).toMatchObject(ended);
    expect(await me(thief)).toMatchObject(ended);
    expect(await harness.renew(thief)).toMatchObject(ended);
  });

  it('are gone with the session, and the browser forgets its cookie', async () => {
    const session = await browser();
    const answer = await harness.call('POST', '/auth/logout', session);
    expect(answer.headers.getSetCookie()).toEqual([
      '__Secure-palisade_refresh=; Path=/api/auth/renew; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ]);
    expect(await harness.renew(session)).toMatchObject(ended);
  });

  it('are renewed while all access ends only before it ends', async () => {
    const session = await browser();
    const reset = harness.database.query(
      `UPDATE sessions SET ended_at = now(), end_reason = 'revoked' WHERE user_id = $1`,
      [account.id],
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => harness.renew(session)));
    await reset;
    for (const answer of answers.filter(({ status }) => status === 200)) {
      const token = String(answer.body.access_token);
      expect(await me({ token, cookie: session.cookie })).toMatchObject(ended);
    }
    expect(await harness.renew(session)).toMatchObject(ended);
  });
});
