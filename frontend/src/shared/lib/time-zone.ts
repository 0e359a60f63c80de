import { storage } from './storage.ts';

const STORAGE_KEY = 'time_zone';

export type TimeZoneChoice = 'local' | 'utc';

const listeners = new Set<() => void>();
let chosen: TimeZoneChoice | undefined;

/** The zone in which times show on all pages. Asked for with every time on a page, so the storage is read once. */
export function timeZoneChoice(): TimeZoneChoice {
  chosen ??= storage.get(STORAGE_KEY) === 'utc' ? 'utc' : 'local';
  return chosen;
}

export function chooseTimeZone(next: TimeZoneChoice): void {
  chosen = next;
  storage.set(STORAGE_KEY, next);
  for (const listener of listeners) listener();
}

export function onTimeZoneChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
