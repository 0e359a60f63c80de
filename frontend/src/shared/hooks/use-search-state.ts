import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Changes several query parameters at once; null takes one out. Two changes one after the other would undo the first. */
export function useSearchPatch(): (changes: Readonly<Record<string, string | null>>) => void {
  const [, setParameters] = useSearchParams();
  return useCallback(
    (changes) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(changes)) {
            if (value === null) next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setParameters],
  );
}

/** One query parameter as state: what a screen filters by can be linked to and survives a reload. */
export function useSearchState(key: string, fallback: string): [string, (value: string) => void] {
  const [parameters] = useSearchParams();
  const patch = useSearchPatch();
  const set = useCallback(
    (value: string) => patch({ [key]: value === fallback ? null : value }),
    [key, fallback, patch],
  );
  return [parameters.get(key) ?? fallback, set];
}
