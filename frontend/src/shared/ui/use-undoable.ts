import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from './toast.ts';

interface Undoable {
  /** What looks gone: taken back, it shows again. */
  gone: ReadonlySet<string>;
  /** Lets something go with a message of what will happen and "Undo"; it happens when that time is over. */
  removeWithUndo: (id: string, message: string) => void;
}

interface Removal {
  /** How long it can be taken back. */
  waitMs: number;
  /** Carries one out; what it throws brings the thing back. */
  perform: (id: string) => Promise<unknown>;
  /** Told once one has really happened. */
  onDone: (id: string) => void;
  /** Told of what was thrown. */
  onFailure: (error: unknown) => void;
}

/** Carries out the pending removals of every screen. */
const unsettled = new Set<() => void>();

/** Signing out confirms pending removals, which need the session that is about to end. */
export function carryOutRemovals(): void {
  for (const settle of unsettled) settle();
}

/**
 * Removals that can be taken back while their message shows. Leaving the screen carries them out at once; closing the
 * browser in these seconds keeps what was to go, which is the side on which nothing is lost.
 */
export function useUndoable(removal: Removal): Undoable {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const latest = useRef(removal);
  useEffect(() => {
    latest.current = removal;
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
        latest.current.onDone(id);
      } catch (error) {
        bringBack(id);
        latest.current.onFailure(error);
      }
    },
    [bringBack],
  );

  useEffect(() => {
    const settle = () => {
      for (const id of [...waiting.current.keys()]) carryOut(id);
    };
    unsettled.add(settle);
    return () => {
      unsettled.delete(settle);
      settle();
    };
  }, [carryOut]);

  const removeWithUndo = useCallback(
    (id: string, message: string) => {
      setGone((before) => new Set([...before, id]));
      waiting.current.set(
        id,
        setTimeout(() => carryOut(id), latest.current.waitMs),
      );
      const takeBack = () => {
        clearTimeout(waiting.current.get(id));
        if (waiting.current.delete(id)) bringBack(id);
        else toast.error('Too late to undo: it has been carried out');
      };
      toast.pending(message, takeBack, latest.current.waitMs);
    },
    [carryOut, bringBack],
  );
  return { gone, removeWithUndo };
}
