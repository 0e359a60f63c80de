import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LOG_FILTERS, type LogFilterName, type LogFilters } from '../../entities/log/log-filters.ts';
import { useSearchPatch } from '../../shared/hooks/use-search-state.ts';

export type SetFilter = (name: LogFilterName | 'domain', value: string | null) => void;

/** `q` are the words that are looked for among what is loaded. */
const nothing = Object.fromEntries([...LOG_FILTERS, 'q'].map((name) => [name, null]));

/** The log's filters, as in the URL. */
export function useLogFilters() {
  const [parameters] = useSearchParams();
  const patch = useSearchPatch();
  const given = LOG_FILTERS.map((name) => parameters.get(name) ?? '');
  const key = JSON.stringify(given);
  const values = useMemo((): LogFilters => {
    const texts = JSON.parse(key) as string[];
    return Object.fromEntries(LOG_FILTERS.flatMap((name, at) => (texts[at] ? [[name, texts[at]]] : [])));
  }, [key]);
  const set: SetFilter = useCallback((name, value) => patch({ [name]: value }), [patch]);
  const clear = useCallback(() => patch(nothing), [patch]);
  return { values, set, clear };
}
