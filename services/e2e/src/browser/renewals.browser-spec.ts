import { eventually } from '@palisade/testing';
import { BACKGROUND_CALLS } from './background-calls.ts';
import { expect, test } from './fixtures.ts';

const RENEWAL = '/api/auth/renew';

/** A token of this group holds for six seconds; with less than this left it may have run out before its call arrives. */
const MIN_LEFT_MS = 3_000;

/** Also a call under way is refused when its token runs out before it arrives. */
const REFUSED = [RENEWAL, ...BACKGROUND_CALLS, '/api/settings/account', '/api/dashboard/account-export'];

test('an access token that runs out', async ({ world }) => {
  const account = await world.confirm(await world.customer());
  const here = await world.visitor();
  here.expectsRefusalBy(...REFUSED);
  await here.logsIn(account);
  await here.seesHeading('Dashboard Overview');

  /** What somebody who copies everything from the browser has. */
  const copy = async () => ({
    authorization: `Bearer ${await here.stored('token')}`,
    cookie: await here.cookies(RENEWAL),
    'content-type': 'application/json',
  });
  type Copy = Awaited<ReturnType<typeof copy>>;
  const ask = async (method: string, path: string, headers: Partial<Copy>) => {
    const response = await fetch(`${world.stack.api}${path}`, {
      method,
      headers,
      body: method === 'POST' ? '{}' : undefined,
    });
    return { status: response.status, code: ((await response.json()) as { code?: string }).code };
  };
  const runsOut = (headers: Copy) =>
    eventually('the token running out', async () => {
      const { code } = await ask('GET', '/auth/me', headers);
      if (code !== 'token_expired') throw new Error(`still good: ${code}`);
    });
  /** A copy that does not run out before it has been used: the page asks for another token where this one is about to. */
  const freshCopy = async (): Promise<Copy> => {
    for (;;) {
      const copied = await copy();
      if (runsOutAt(copied.authorization) - Date.now() > MIN_LEFT_MS) return copied;
      await runsOut(copied);
      await here.open('/dashboard/settings');
      const another = async () => (await copy()).authorization;
      await expect.poll(another, { message: 'another token' }).not.toEqual(copied.authorization);
    }
  };

  await test.step('opens nothing to who has copied it without the device’s cookie', async () => {
    const { authorization } = await freshCopy();
    expect(await ask('GET', '/auth/me', { authorization })).toEqual({
      status: 401,
      code: 'token_other_device',
    });
    expect((await ask('GET', '/auth/me', await freshCopy())).status).toBe(200);
  });

  await test.step('costs nobody what they are typing, in one tab or two', async () => {
    const there = await world.anotherTab(here);
    there.expectsRefusalBy(...REFUSED);
    const tabs = [
      { tab: here, name: 'Ada from here' },
      { tab: there, name: 'Ada from there' },
    ];
    let renewals = 0;
    for (const { tab, name } of tabs) {
      tab.page.on('request', (request) => {
        if (new URL(request.url()).pathname === RENEWAL) renewals++;
      });
      await tab.open('/dashboard/settings');
      await tab.fill({ 'Full Name': name });
    }
    const before = await copy();
    await runsOut(before);
    await Promise.all(tabs.map(({ tab }) => tab.press('Save Changes')));
    for (const { tab } of tabs) {
      await tab.isTold('Account information updated successfully!');
      expect(tab.at).toBe('/dashboard/settings');
    }
    expect(renewals).toBeGreaterThan(0);
    expect(await here.stored('token')).not.toBe(before.authorization.slice('Bearer '.length));
    await here.reload();
    await expect(here.page.getByLabel('Full Name', { exact: true })).toHaveValue(/^Ada from (here|there)$/);
    // Two tabs are one session.
    expect((await ask('GET', '/auth/me', await freshCopy())).status).toBe(200);
    await there.page.close();
  });

  await test.step('ends the session for both when somebody shows a copied refresh token later', async () => {
    const stolen = await copy();
    let kept = stolen.cookie;
    for (const nth of ['next', 'one after']) {
      await eventually(`the ${nth} refresh token`, async () => {
        await here.open('/dashboard/settings');
        await here.page.getByRole('tab').first().waitFor();
        const cookie = await here.cookies(RENEWAL);
        if (cookie === kept) throw new Error('still the same');
        kept = cookie;
      });
    }
    const own = await freshCopy();
    expect((await ask('GET', '/auth/me', own)).status).toBe(200);
    expect(await ask('POST', '/auth/renew', stolen)).toEqual({ status: 401, code: 'token_session_ended' });
    expect((await ask('POST', '/auth/renew', own)).status).toBe(401);
    await eventually('the browser being signed out', async () => {
      await here.open('/dashboard/domains');
      await here.page.waitForURL('**/login', { timeout: 3_000 });
    });
    await world.inbox.latest(account.email, /signed out/i);
  });

  await test.step('is followed by a new sign-in that the copy does not open', async () => {
    const copied = await here.cookies(RENEWAL);
    await here.logsIn(account);
    // Where the browser was sent away from.
    await here.seesHeading('My Domains');
    const { authorization } = await copy();
    expect((await ask('GET', '/auth/me', { authorization, cookie: copied })).status).toBe(401);
    await here.open('/dashboard/settings?tab=security');
    await here.sees('Session ended: it was used in two places at once');
  });
});

/** When an access token, in its header, does. */
function runsOutAt(authorization: string): number {
  const [, claims = ''] = authorization.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp: number }).exp * 1000;
}
