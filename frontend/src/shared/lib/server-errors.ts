import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { toProblem } from './problem.ts';

/**
 * Puts what the server found wrong at the fields of the form that sent it, and leads to the first of them; what was
 * entered stays. What the form has no field for is left out: it could never be mended there, and would keep the form
 * from being sent again.
 * @param section where the form's values stand in what was sent: `policyConfig`
 * @returns whether any of it has a field
 */
export function setServerErrors<Values extends FieldValues>(
  { setError, getValues }: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
  section = '',
): boolean {
  const prefix = section === '' ? '' : `${section}.`;
  const inForm = Object.keys(getValues());
  const place = (path: string) => inForm.indexOf(path.split('.', 1)[0] ?? '');
  const own = (toProblem(error).errors ?? [])
    .filter(({ path }) => path.startsWith(prefix) && path.length > prefix.length)
    .map(({ path, message }) => ({ path: path.slice(prefix.length), message }))
    .filter(({ path }) => place(path) >= 0)
    .sort((a, b) => place(a.path) - place(b.path));
  for (const [index, { path, message }] of own.entries())
    setError(path as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  return own.length > 0;
}
