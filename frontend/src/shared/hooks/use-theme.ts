import { useCallback, useSyncExternalStore } from 'react';
import { storage } from '../lib/storage.ts';

const STORAGE_KEY = 'theme';

export type Theme = 'light' | 'dark';

const system = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  const media = system();
  listeners.add(listener);
  media.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    media.removeEventListener('change', listener);
  };
}

function current(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system().matches ? 'dark' : 'light';
}

// A static page knows no theme: what differs by theme is drawn by CSS until the page runs.
const atBuildTime = (): Theme => 'light';

/** The theme that shows, and the way to choose one; `public/start.js` restores the choice before the first paint. */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, current, atBuildTime);
  const setTheme = useCallback((next: Theme) => {
    document.documentElement.dataset.theme = next;
    storage.set(STORAGE_KEY, next);
    for (const listener of listeners) listener();
  }, []);
  return { theme, setTheme };
}
