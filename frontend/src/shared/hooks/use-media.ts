import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query of CSS holds, such as `(width < 48rem)`; what is drawn follows. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => window.matchMedia(query).matches);
}
