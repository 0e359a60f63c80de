import { useSyncExternalStore } from 'react';
import { storage } from '../../shared/lib/storage.ts';
import * as z from '../../shared/lib/zod.ts';

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

const viewSchema = z.object({
  columns: z.nullable(z.array(z.string())),
  density: z.enum(['comfortable', 'compact']),
  times: z.enum(['relative', 'absolute']),
});
const savedSchema = z.array(z.object({ name: z.string(), query: z.string() }));

const usual: LogView = { columns: null, density: 'comfortable', times: 'relative' };

/** A value in the storage that every part of a page reads as it is now. */
function stored<Value>(
  key: string,
  schema: { safeParse: (data: unknown) => { data?: Value } },
  fallback: Value,
) {
  let text: string | null = null;
  let value = fallback;
  const listeners = new Set<() => void>();
  return {
    read(): Value {
      const now = storage.get(key);
      if (now !== text) {
        text = now;
        value = (now !== null && schema.safeParse(parsed(now)).data) || fallback;
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

const view = stored<LogView>('log_view', viewSchema, usual);
const saved = stored<readonly SavedView[]>('log_saved_views', savedSchema, []);

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
