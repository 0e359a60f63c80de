import { useCallback, useEffect, useRef, useState } from 'react';
import { toast, UNDO_MS } from '../ui/toast.ts';

interface Undoable {
  /** What looks gone: taken back, it shows again. */
  gone: ReadonlySet<string>;
  /** Lets something go with a message that offers «Undo»; what cannot be undone happens when that time is over. */
  letGo: (id: string, message: string) => void;
}

/**
 * Removals that can be taken back while their message shows. Leaving the screen carries them out at once; closing the
 * browser in these seconds keeps what was to go, which is the side on which nothing is lost.
 * @param perform carries one out; what it throws brings the thing back
 * @param onFailure told of what was thrown
 */
export function useUndoable(
  perform: (id: string) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Undoable {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const latest = useRef({ perform, onFailure });
  useEffect(() => {
    latest.current = { perform, onFailure };
  });

  const bringBack = useCallback(
    (id: string) => setGone((before) => new Set([...before].filter((other) => other !== id))),
    [],
  );

  const carryOut = useCallback(
    async (id: string) => {
      clearTimeout(waiting.current.get(id));
      if (!waiting.current.delete(id)) return;
      try {
        await latest.current.perform(id);
      } catch (error) {
        bringBack(id);
        latest.current.onFailure(error);
      }
    },
    [bringBack],
  );

  useEffect(
    () => () => {
      for (const id of [...waiting.current.keys()]) carryOut(id);
    },
    [carryOut],
  );

  const letGo = useCallback(
    (id: string, message: string) => {
      setGone((before) => new Set([...before, id]));
      waiting.current.set(
        id,
        setTimeout(() => carryOut(id), UNDO_MS),
      );
      toast.undo(message, () => {
        clearTimeout(waiting.current.get(id));
        if (waiting.current.delete(id)) bringBack(id);
        else toast.error('Too late to undo: it has been carried out');
      });
    },
    [carryOut, bringBack],
  );
  return { gone, letGo };
}
