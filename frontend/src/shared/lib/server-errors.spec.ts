import { jest } from '@jest/globals';
import type { UseFormReturn } from 'react-hook-form';
import { setServerErrors } from './server-errors.ts';

type Values = Record<string, unknown>;

const formOf = (values: Values) => ({
  setError: jest.fn<UseFormReturn<Values>['setError']>(),
  getValues: (() => values) as UseFormReturn<Values>['getValues'],
});

const refusal = (...errors: { path: string; message: string }[]) => ({
  status: 400,
  data: { detail: 'It is not valid', errors },
});

describe("the server's errors", () => {
  it('stand at the fields of the section that was sent', () => {
    const form = formOf({ path_rate_limits: [] });
    const error = refusal(
      { path: 'policyConfig.path_rate_limits.1.requests', message: 'Too many' },
      { path: 'originConfig.origin_host', message: 'Unknown' },
    );
    expect(setServerErrors(form, error, 'policyConfig')).toBe(true);
    expect(form.setError.mock.calls).toEqual([
      ['path_rate_limits.1.requests', { type: 'server', message: 'Too many' }, { shouldFocus: true }],
    ]);
  });

  it('lead to the first of their fields in the order of the form', () => {
    const form = formOf({ username: 'bo', email: 'bo' });
    const error = refusal({ path: 'email', message: 'Taken' }, { path: 'username', message: 'Short' });
    setServerErrors(form, error);
    expect(form.setError.mock.calls.map(([path, , options]) => [path, options?.shouldFocus])).toEqual([
      ['username', true],
      ['email', false],
    ]);
  });

  it('are none of a form where they speak of the whole, of another one, of no field, or do not come', () => {
    const form = formOf({ version: 1, name: '' });
    const about = (path: string) => refusal({ path, message: 'No' });
    expect(setServerErrors(form, about('policyConfig'), 'policyConfig')).toBe(false);
    expect(setServerErrors(form, about('version'), 'policyConfig')).toBe(false);
    expect(setServerErrors(form, about('token'))).toBe(false);
    expect(setServerErrors(form, { status: 'FETCH_ERROR' })).toBe(false);
    expect(form.setError).not.toHaveBeenCalled();
  });
});
