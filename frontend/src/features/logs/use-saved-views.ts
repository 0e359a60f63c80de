import { useSyncExternalStore } from 'react';
import { savedViewsKey } from '../../entities/session/session-keys.ts';
import { useUser } from '../../entities/session/use-session.ts';
import { storage } from '../../shared/lib/storage.ts';
import { isText, stored } from './log-view.ts';

/** A named filter, as in the URL. */
export interface SavedView {
  name: string;
  query: string;
}

const MAX_VIEWS = 20;
export const MAX_VIEW_NAME = 60;

/** Of all accounts, as stored by older versions. */
const SHARED_KEY = 'log_saved_views';

/** Stored by older versions without an account; the first user who signs in gets them. */
function takeOver(key: string): void {
  const left = storage.get(SHARED_KEY);
  if (left === null) return;
  if (storage.get(key) === null) storage.set(key, left);
  storage.remove(SHARED_KEY);
}

const open = (key: string) =>
  stored<readonly SavedView[]>(key, (data) =>
    (Array.isArray(data) ? data : [])
      .map((one) => Object(one) as Partial<Record<keyof SavedView, unknown>>)
      .filter((one): one is SavedView => isText(one.name) && isText(one.query)),
  );
const ofUser = new Map<string, ReturnType<typeof open>>();

/** Those of one account: another user of this browser has their own. */
function savedOf(userId: string) {
  const known = ofUser.get(userId);
  if (known !== undefined) return known;
  const key = savedViewsKey(userId);
  takeOver(key);
  const saved = open(key);
  ofUser.set(userId, saved);
  return saved;
}

/** Views under names; saving one under a name that is taken puts it in its place, the newest first. */
export function useSavedViews() {
  const saved = savedOf(useUser().id);
  const views = useSyncExternalStore(saved.subscribe, saved.read);
  const others = (name: string) => saved.read().filter((one) => one.name !== name);
  return {
    views,
    isFull: views.length >= MAX_VIEWS,
    save: (one: SavedView) => saved.write([one, ...others(one.name)].slice(0, MAX_VIEWS)),
    remove: (name: string) => saved.write(others(name)),
  };
}
