import { endsSession, needsRenewal } from './session-problems.ts';

describe('endsSession', () => {
  it.each(['Invalid token', 'Token has expired', 'Old token format', 'Please login again.'])(
    'ends on 401 "%s"',
    (detail) => {
      expect(endsSession({ status: 401, detail: detail })).toBe(true);
    },
  );

  it('leaves every other refusal alone', () => {
    expect(endsSession({ status: 401, detail: 'Incorrect email or password' })).toBe(false);
    expect(endsSession({ status: 401, detail: undefined })).toBe(false);
    expect(endsSession({ status: 403, detail: 'Invalid token' })).toBe(false);
  });
});

it('a token that has run out asks for its renewal, and nothing else does', () => {
  expect(needsRenewal({ status: 401, code: 'token_expired' })).toBe(true);
  expect(needsRenewal({ status: 401, code: 'token_session_ended' })).toBe(false);
  expect(needsRenewal({ status: 403, code: 'token_expired' })).toBe(false);
});
