import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { toProblem } from './problem.ts';

/**
 * Puts what the server found wrong at the fields of the form that sent it; what was entered stays.
 * @param section where the form's values stand in what was sent: `policyConfig`
 * @returns whether any of it has a field
 */
export function setServerErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  error: unknown,
  section = '',
): boolean {
  const prefix = section === '' ? '' : `${section}.`;
  const own = (toProblem(error).errors ?? []).filter(
    ({ path }) => path.startsWith(prefix) && path.length > prefix.length,
  );
  for (const { path, message } of own)
    setError(path.slice(prefix.length) as FieldPath<Values>, { type: 'server', message });
  return own.length > 0;
}
