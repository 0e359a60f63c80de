import { useSyncExternalStore } from 'react';
import { storage } from '../../shared/lib/storage.ts';

export type Density = 'comfortable' | 'compact';

/** How the log looks on this device. */
export interface LogView {
  /** Ids of chosen columns; null: the usual ones. */
  columns: readonly string[] | null;
  density: Density;
  times: 'relative' | 'absolute';
}

/** Filters under a name, as they stand in the address. */
export interface SavedView {
  name: string;
  query: string;
}

const MAX_VIEWS = 20;
export const MAX_VIEW_NAME = 60;

/** A value in the storage that every part of a page reads as it is now. @param read what an older page may have left there */
function stored<Value>(key: string, read: (data: unknown) => Value) {
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
const isText = (value: unknown): value is string => typeof value === 'string';
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const view = stored<LogView>('log_view', (data) => {
  const { columns, density, times } = Object(data) as Partial<Record<keyof LogView, unknown>>;
  return {
    columns: Array.isArray(columns) ? columns.filter(isText) : null,
    density: density === 'compact' ? density : 'comfortable',
    times: times === 'absolute' ? times : 'relative',
  };
});
const saved = stored<readonly SavedView[]>('log_saved_views', (data) =>
  listOf(data)
    .map((one) => Object(one) as Partial<Record<keyof SavedView, unknown>>)
    .filter((one): one is SavedView => isText(one.name) && isText(one.query)),
);

export function useLogView(): [LogView, (change: Partial<LogView>) => void] {
  const current = useSyncExternalStore(view.subscribe, view.read);
  return [current, (change) => view.write({ ...view.read(), ...change })];
}

/** Views under names; saving one under a name that is taken puts it in its place, the newest first. */
export function useSavedViews() {
  const views = useSyncExternalStore(saved.subscribe, saved.read);
  const others = (name: string) => saved.read().filter((one) => one.name !== name);
  return {
    views,
    isFull: views.length >= MAX_VIEWS,
    save: (one: SavedView) => saved.write([one, ...others(one.name)].slice(0, MAX_VIEWS)),
    remove: (name: string) => saved.write(others(name)),
  };
}
