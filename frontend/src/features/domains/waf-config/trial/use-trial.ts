import { addTrials } from '@palisade/site-policy/trial';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTryChangeMutation } from '../../../../entities/trial/trials-api.ts';
import type { Trial } from '../../../../shared/api/types.ts';

export interface TrialState {
  /** Null: nothing has been answered yet. */
  trial: Trial | null;
  running: boolean;
  error: unknown;
}

const IDLE: TrialState = { trial: null, running: false, error: undefined };

/** Tries a change on what is recorded, stretch by stretch, until it is stopped or all is judged. */
export function useTrial(domain: string) {
  const [tryChange] = useTryChangeMutation();
  const [state, setState] = useState<TrialState>(IDLE);
  /** Of the trial that runs; another number, or none, and it goes no further. */
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
      let trial: Trial | null = null;
      try {
        do {
          const after: string | null | undefined = trial?.next;
          const answer: Trial = await tryChange({
            trialInput: {
              domain,
              change: JSON.stringify(change),
              ...(after != null && { after }),
            },
          }).unwrap();
          if (run.current !== own) return;
          trial = addTrials(trial, answer);
          setState({ trial, running: trial.next !== null, error: undefined });
        } while (trial.next !== null);
      } catch (error) {
        if (run.current === own) setState((was) => ({ ...was, running: false, error }));
      }
    },
    [domain, tryChange],
  );
  return { ...state, start, stop };
}
