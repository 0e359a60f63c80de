import type { Installation } from '../base/installation.ts';

export type Status = 'ok' | 'warning' | 'error';

/** One line of the doctor's. Codes stay the same between versions. */
export interface Finding {
  code: string;
  status: Status;
  text: string;
  /** What to do; empty where nothing is. */
  todo: string;
}

export const ok = (code: string, text: string): Finding => ({ code, status: 'ok', text, todo: '' });
export const warning = (code: string, text: string, todo: string): Finding => ({
  code,
  status: 'warning',
  text,
  todo,
});
export const failure = (code: string, text: string, todo: string): Finding => ({
  code,
  status: 'error',
  text,
  todo,
});

/** A separate check of an installation; it may throw, and has a time limit. */
export type Check = (installation: Installation) => Promise<Finding[]>;

export const describe = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  const { message = '', code = '' } = error as { message?: string; code?: unknown };
  return message === '' ? String(code) : message;
};

/** The value of a setting, from the first process that has it. */
export const setting = ({ settings }: Installation, name: string): string | undefined =>
  Object.values(settings)
    .map((values) => values[name])
    .find((value) => value !== undefined && value !== '');
