import { useEffect, useMemo } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * The rules of a form, fetched once its fields show: the page does not wait for what is asked at the end.
 * @param load a function of the module, the same one every time
 */
export function useLazyResolver<Values extends FieldValues, Output = Values>(
  load: () => Promise<Resolver<Values, unknown, Output>>,
): Resolver<Values, unknown, Output> {
  useEffect(() => {
    // If this fails, submitting the form loads it again, and can report the error.
    load().catch(() => undefined);
  }, [load]);
  return useMemo(
    () =>
      async (...given) =>
        (await load())(...given),
    [load],
  );
}
