import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import type { SessionStore } from '../session/renew-session.ts';
import { useSession } from '../session/use-session.ts';

/**
 * Whether the overview's figures come by themselves; while they do not, they have to be asked for now and then.
 * @param domain one by name, or all
 * @param wanted whether there is anything that could come
 */
export function useLiveOverview(domain: string | null, wanted: boolean): boolean {
  const store = useStore() as SessionStore;
  const { user } = useSession();
  const [live, setLive] = useState(false);
  const userId = user?.id;

  useEffect(() => {
    if (userId === undefined || !wanted) return;
    let leave: () => void = () => undefined;
    let left = false;
    // Not needed for what shows first.
    import('./live-overview.ts').then(
      ({ followOverview }) => {
        if (!left) leave = followOverview(store, domain, setLive);
      },
      // Without it, the figures are asked for.
      () => undefined,
    );
    return () => {
      left = true;
      leave();
      setLive(false);
    };
  }, [store, userId, domain, wanted]);

  return live;
}
