import { storage, storageKeys } from './storage.ts';

export type TimeZoneChoice = 'local' | 'utc';

const listeners = new Set<() => void>();
let chosen: TimeZoneChoice | undefined;

/** The zone in which times show on all pages. Asked for with every time on a page, so the storage is read once. */
export function timeZoneChoice(): TimeZoneChoice {
  chosen ??= storage.get(storageKeys.timeZone) === 'utc' ? 'utc' : 'local';
  return chosen;
}

export function chooseTimeZone(next: TimeZoneChoice): void {
  chosen = next;
  storage.set(storageKeys.timeZone, next);
  for (const listener of listeners) listener();
}

export function onTimeZoneChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
