import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import type { SessionStore } from '../../entities/session/renew-session.ts';
import { useSession } from '../../entities/session/use-session.ts';

/** How long to wait for streamed figures before polling. */
const TIMEOUT_MS = 2_000;

/**
 * Whether the overview's figures come by themselves; while they do not, they have to be asked for now and then.
 * @param domain one by name, or all
 * @param wanted whether there is anything that could come; undefined while nobody knows
 * @returns undefined: that is not decided yet, and what may come need not be asked for
 */
export function useLiveOverview(domain: string | null, wanted: boolean | undefined): boolean | undefined {
  const store = useStore() as SessionStore;
  const { user } = useSession();
  const [heard, setHeard] = useState<{ domain: string | null; live: boolean } | null>(null);
  const userId = user?.id;

  useEffect(() => {
    // Not needed for what shows first, and on its way while the domains are. What cannot be loaded is noticed below.
    import('./later.ts').catch(() => undefined);
  }, []);

  useEffect(() => {
    if (userId === undefined || wanted !== true) return;
    let leave: () => void = () => undefined;
    let left = false;
    const tell = (live: boolean) => {
      if (!left) setHeard({ domain, live });
    };
    const timer = setTimeout(() => {
      if (!left) setHeard((before) => (before?.domain === domain ? before : { domain, live: false }));
    }, TIMEOUT_MS);
    import('./later.ts').then(
      ({ followOverview }) => {
        if (!left) leave = followOverview(store, domain, tell);
      },
      // Without it, the figures are asked for.
      () => tell(false),
    );
    return () => {
      left = true;
      clearTimeout(timer);
      leave();
    };
  }, [store, userId, domain, wanted]);

  if (wanted !== true) return wanted;
  return heard?.domain === domain ? heard.live : undefined;
}
