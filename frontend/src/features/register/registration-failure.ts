import { toProblem } from '../../shared/lib/problem.ts';

const EXISTING = ['already registered', 'already exists', 'Email or username already registered'] as const;

export type RegistrationFailure = { kind: 'existing' } | { kind: 'other'; message: string };

/** What a failed registration means for the wizard. */
export function readRegistrationFailure(error: unknown, fallback: string): RegistrationFailure {
  const { status, detail, errors } = toProblem(error);
  // Somebody else's name is no account of the newcomer's: another name is to be chosen.
  const name = errors?.find(({ path }) => path === 'username');
  const isNameOnly = name !== undefined && !errors?.some(({ path }) => path === 'email');
  if (detail && EXISTING.some((text) => detail.includes(text)))
    return isNameOnly ? { kind: 'other', message: name.message } : { kind: 'existing' };
  if (status === 422)
    return { kind: 'other', message: `Validation error: ${detail ?? 'Invalid data provided'}` };
  return { kind: 'other', message: detail ?? fallback };
}
