import { useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import type { LogFilter } from '../../entities/log/logs-api.ts';
import type { SessionStore } from '../../entities/session/renew-session.ts';
import { useSession } from '../../entities/session/use-session.ts';
import type { LogEntry } from '../../shared/api/types.ts';

interface LiveLogs {
  /** The newest entries of the filter that show; undefined while they are on their way. */
  newest: readonly LogEntry[] | undefined;
  /** Called where entries may be missing: the newest have to be asked for. */
  onGap: () => unknown;
  /** Called with whether entries come by themselves. */
  onLive: (live: boolean) => void;
}

/** Has entries come to the list by themselves as long as there is a filter; what cannot be followed is left as it is. */
export function useLiveLogs(filter: LogFilter | null, { newest, onGap, onLive }: LiveLogs): void {
  const store = useStore() as SessionStore;
  const { user } = useSession();
  const userId = user?.id;
  const hasBegun = newest !== undefined;
  const latest = useRef({ newest, onGap });
  useEffect(() => {
    latest.current = { newest, onGap };
  });

  useEffect(() => {
    if (userId === undefined || filter === null || !hasBegun || !canBeFollowed(filter)) return;
    let leave: () => void = () => undefined;
    let left = false;
    // Not needed for what shows first.
    import('./later.ts').then(
      ({ followLogs }) => {
        if (left) return;
        leave = followLogs(store, {
          filter,
          newest: latest.current.newest?.[0],
          onGap: () => void latest.current.onGap(),
          onLive: onLive,
        });
      },
      // Without it, they are asked for.
      () => undefined,
    );
    return () => {
      left = true;
      leave();
      onLive(false);
    };
  }, [store, userId, filter, hasBegun, onLive]);
}

/** Whether a stream can deliver the matching entries: not for a time range or a single request. */
const canBeFollowed = ({ values: { from, to, id } = {} }: LogFilter): boolean =>
  from === undefined && to === undefined && id === undefined;
