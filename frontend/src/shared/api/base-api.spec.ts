import { endsSession } from './base-api.ts';

describe('endsSession', () => {
  it.each(['Invalid token', 'Token has expired', 'Old token format', 'Please login again.'])(
    'ends on 401 "%s"',
    (detail) => {
      expect(endsSession(401, detail)).toBe(true);
    },
  );

  it('leaves every other refusal alone', () => {
    expect(endsSession(401, 'Incorrect email or password')).toBe(false);
    expect(endsSession(401, undefined)).toBe(false);
    expect(endsSession(403, 'Invalid token')).toBe(false);
  });
});
