import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { BEAT_MS } from './limits.ts';

export interface Heartbeat {
  /** Called after each step of long work, to show that it makes progress. */
  beat(): void;
}

/**
 * Starts a thread that watches this one's event loop by a counter. A blocked loop is then found although it cannot
 * report it itself.
 */
export function startHeartbeat(onError: (error: Error) => void): Heartbeat {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beat = () => {
    Atomics.add(beats, 0, 1);
  };
  setInterval(beat, BEAT_MS).unref();
  const watcher = new Worker(path.join(import.meta.dirname, 'watcher-thread.js'), {
    workerData: beats,
    // Not the worker's own: those are for large bodies.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  watcher.unref();
  watcher.on('error', onError);
  return { beat };
}
