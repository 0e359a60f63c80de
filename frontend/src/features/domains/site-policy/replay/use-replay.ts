import { addReplays } from '@palisade/site-policy/replay';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTryChangeMutation } from '../../../../entities/policy-replay/policy-replay-api.ts';
import type { PolicyReplay } from '../../../../shared/api/types.ts';

export interface ReplayState {
  /** Null: no answer yet. */
  replay: PolicyReplay | null;
  running: boolean;
  error: unknown;
}

const IDLE: ReplayState = { replay: null, running: false, error: undefined };

/** Replays a change on the recorded requests in batches, until stopped or complete. */
export function useReplay(domain: string) {
  const [tryChange] = useTryChangeMutation();
  const [state, setState] = useState<ReplayState>(IDLE);
  /** Id of the current replay; another value stops the earlier one. */
  const run = useRef(0);

  const stop = useCallback(() => {
    run.current++;
    setState((was) => ({ ...was, running: false }));
  }, []);
  useEffect(
    () => () => {
      run.current++;
    },
    [],
  );

  const start = useCallback(
    async (change: object) => {
      const own = ++run.current;
      setState({ ...IDLE, running: true });
      let replay: PolicyReplay | null = null;
      try {
        do {
          const after: string | null | undefined = replay?.next;
          const answer: PolicyReplay = await tryChange({
            policyReplayInput: {
              domain,
              change: JSON.stringify(change),
              ...(after != null && { after }),
            },
          }).unwrap();
          if (run.current !== own) return;
          replay = addReplays(replay, answer);
          setState({ replay, running: replay.next !== null, error: undefined });
        } while (replay.next !== null);
      } catch (error) {
        if (run.current === own) setState((was) => ({ ...was, running: false, error }));
      }
    },
    [domain, tryChange],
  );
  return { ...state, start, stop };
}
