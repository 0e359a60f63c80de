import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** One query parameter as state: what a screen filters by can be linked to and survives a reload. */
export function useSearchState(key: string, fallback: string): [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const set = useCallback(
    (value: string) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === fallback) next.delete(key);
          else next.set(key, value);
          return next;
        },
        { replace: true },
      ),
    [key, fallback, setParameters],
  );
  return [parameters.get(key) ?? fallback, set];
}
