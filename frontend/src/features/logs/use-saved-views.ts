import { useSyncExternalStore } from 'react';
import { isText, stored } from './log-view.ts';

/** Filters under a name, as they stand in the address. */
export interface SavedView {
  name: string;
  query: string;
}

const MAX_VIEWS = 20;
export const MAX_VIEW_NAME = 60;

const saved = stored<readonly SavedView[]>('log_saved_views', (data) =>
  (Array.isArray(data) ? data : [])
    .map((one) => Object(one) as Partial<Record<keyof SavedView, unknown>>)
    .filter((one): one is SavedView => isText(one.name) && isText(one.query)),
);

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
