import { fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renewSession } from './renew-session.ts';
import type { SessionState } from './session-slice.ts';

const RENEW = 'POST /api/auth/renew';
const user = fakeUser();

function storeWith(session: Partial<SessionState> = {}) {
  const actions: { type: string }[] = [];
  const state = { session: { status: 'authenticated', token: 'used', renewAt: null, user, ...session } };
  return { actions, getState: () => state, dispatch: (action: { type: string }) => actions.push(action) };
}
const answer = (user_id = user.id) => ({
  body: { access_token: 'fresh', token_type: 'bearer', expires_in: 900, expires_at: '', user_id },
});

beforeEach(() => localStorage.clear());

it('asks once for all calls that wait, also where nobody answers', async () => {
  const api = installFakeApi({ [RENEW]: { status: 503, body: null } });
  const store = storeWith();
  const renewals = await Promise.all(Array.from({ length: 20 }, () => renewSession(store, 'used')));
  expect(renewals.map(({ kind }) => kind)).toEqual(Array(20).fill('failed'));
  expect(api.asked(RENEW)).toHaveLength(1);
  // The next call tries again.
  await renewSession(store, 'used');
  expect(api.asked(RENEW)).toHaveLength(2);
  expect(store.actions).toEqual([]);
});

it('takes nothing for another user than the one who is signed in here', async () => {
  installFakeApi({ [RENEW]: answer('0195a000-0000-7000-8000-00000000000f') });
  const store = storeWith();
  expect(await renewSession(store, 'used')).toEqual({ kind: 'refused' });
  expect(store.actions).toEqual([]);
});

it('asks the server nothing where it would only refuse', async () => {
  const api = installFakeApi({ [RENEW]: answer() });
  expect(await renewSession(storeWith(), 'used', false)).toEqual({ kind: 'refused' });
  localStorage.setItem('token', 'of-another-tab');
  localStorage.setItem('user', JSON.stringify(user));
  expect(await renewSession(storeWith(), 'used', false)).toEqual({
    kind: 'renewed',
    token: 'of-another-tab',
  });
  expect(api.calls).toHaveLength(0);
});

it('still gets a token for the call that signs out', async () => {
  installFakeApi({ [RENEW]: answer() });
  const store = storeWith({ token: null, user: null });
  expect(await renewSession(store, 'used')).toEqual({ kind: 'renewed', token: 'fresh' });
});
