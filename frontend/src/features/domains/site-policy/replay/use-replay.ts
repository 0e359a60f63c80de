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
  /** Its request: nobody waits for the answer after a stop, and the next replay shall not wait for it either. */
  const asking = useRef<{ abort: () => void } | null>(null);

  const leave = useCallback(() => {
    run.current++;
    asking.current?.abort();
    asking.current = null;
  }, []);
  const stop = useCallback(() => {
    leave();
    setState((was) => ({ ...was, running: false }));
  }, [leave]);
  useEffect(() => leave, [leave]);

  const start = useCallback(
    async (change: object) => {
      leave();
      const own = run.current;
      setState({ ...IDLE, running: true });
      let replay: PolicyReplay | null = null;
      try {
        do {
          const after: string | null | undefined = replay?.next;
          const request = tryChange({
            policyReplayInput: {
              domain,
              change: JSON.stringify(change),
              ...(after != null && { after }),
            },
          });
          asking.current = request;
          const answer: PolicyReplay = await request.unwrap();
          if (run.current !== own) return;
          replay = addReplays(replay, answer);
          setState({ replay, running: replay.next !== null, error: undefined });
        } while (replay.next !== null);
      } catch (error) {
        if (run.current === own) setState((was) => ({ ...was, running: false, error }));
      }
    },
    [domain, tryChange, leave],
  );
  return { ...state, start, stop };
}
