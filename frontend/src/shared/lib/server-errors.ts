import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { toProblem } from './problem.ts';

/**
 * Shows the server's errors at the fields of the form, and focuses the first of them; the input stays. Errors without a
 * field are left out: they could never be corrected there, and would keep the form from being submitted.
 * @param section path of the form's values in the request body: `policyConfig`
 * @returns whether any error has a field
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
