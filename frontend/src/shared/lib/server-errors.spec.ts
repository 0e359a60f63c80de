import { jest } from '@jest/globals';
import { setServerErrors } from './server-errors.ts';

const refusal = (...errors: { path: string; message: string }[]) => ({
  status: 400,
  data: { detail: 'It is not valid', errors },
});

describe("the server's errors", () => {
  it('stand at the fields of the section that was sent', () => {
    const setError = jest.fn();
    const error = refusal(
      { path: 'policyConfig.path_rate_limits.1.requests', message: 'Too many' },
      { path: 'originConfig.origin_host', message: 'Unknown' },
    );
    expect(setServerErrors(setError, error, 'policyConfig')).toBe(true);
    expect(setError.mock.calls).toEqual([
      ['path_rate_limits.1.requests', { type: 'server', message: 'Too many' }],
    ]);
  });

  it('are none of a form where they speak of the whole, of another one, or do not come', () => {
    const setError = jest.fn();
    expect(setServerErrors(setError, refusal({ path: 'policyConfig', message: 'No' }), 'policyConfig')).toBe(
      false,
    );
    expect(setServerErrors(setError, refusal({ path: 'version', message: 'No' }), 'policyConfig')).toBe(
      false,
    );
    expect(setServerErrors(setError, { status: 'FETCH_ERROR' })).toBe(false);
    expect(setError).not.toHaveBeenCalled();
  });
});
