import { useSyncExternalStore } from 'react';
import { storage } from '../../shared/lib/storage.ts';

export type Density = 'comfortable' | 'compact';

/** The appearance of the log on this device. */
export interface LogView {
  /** Ids of chosen columns; null: the usual ones. */
  columns: readonly string[] | null;
  density: Density;
  times: 'relative' | 'absolute';
}

/** A value in the storage that every part of a page reads as it is now. @param read what an older page may have left there */
export function stored<Value>(key: string, read: (data: unknown) => Value) {
  let text: string | null = null;
  let value = read(null);
  const listeners = new Set<() => void>();
  return {
    read(): Value {
      const now = storage.get(key);
      if (now !== text) {
        text = now;
        value = read(now === null ? null : parsed(now));
      }
      return value;
    },
    write(next: Value): void {
      storage.set(key, JSON.stringify(next));
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// By hand: a library of schemas would be a fifth of the page's first view.
export const isText = (value: unknown): value is string => typeof value === 'string';

const view = stored<LogView>('log_view', (data) => {
  const { columns, density, times } = Object(data) as Partial<Record<keyof LogView, unknown>>;
  return {
    columns: Array.isArray(columns) ? columns.filter(isText) : null,
    density: density === 'compact' ? density : 'comfortable',
    times: times === 'absolute' ? times : 'relative',
  };
});
export function useLogView(): [LogView, (change: Partial<LogView>) => void] {
  const current = useSyncExternalStore(view.subscribe, view.read);
  return [current, (change) => view.write({ ...view.read(), ...change })];
}
