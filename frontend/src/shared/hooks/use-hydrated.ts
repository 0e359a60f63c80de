import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False where a page is rendered at build time and while a static page is taken over; true in every browser after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
