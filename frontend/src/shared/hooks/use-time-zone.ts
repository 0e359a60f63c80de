import { useCallback, useSyncExternalStore } from 'react';
import type { TimeZoneChoice } from '../lib/format.ts';
import { storage, storageKeys } from '../lib/storage.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = (): TimeZoneChoice => (storage.get(storageKeys.timeZone) === 'utc' ? 'utc' : 'local');

/** Whether times show in the browser's zone or in UTC; one choice for all screens. */
export function useTimeZone() {
  const zone = useSyncExternalStore(subscribe, current);
  const setZone = useCallback((next: TimeZoneChoice) => {
    storage.set(storageKeys.timeZone, next);
    for (const listener of listeners) listener();
  }, []);
  return { zone, setZone };
}
