import { PassThrough, pipeline, type Readable } from 'node:stream';
import { withHeartbeats } from './heartbeats.ts';

/**
 * Streams events while the client reads, with heartbeats between them.
 * @param events ends early once its signal is aborted
 * @param leave called once, however it ends
 */
export function eventStream(
  events: (signal: AbortSignal) => AsyncGenerator<string>,
  stopping: AbortSignal,
  leave: () => void,
): PassThrough & Readable {
  const closed = new AbortController();
  // Ends at once when its reader goes, while a generator would first have to yield.
  const out = new PassThrough().once('close', () => {
    closed.abort();
    leave();
  });
  // An error here breaks the stream off visibly.
  pipeline(withHeartbeats(events(AbortSignal.any([closed.signal, stopping]))), out, () => undefined);
  return out;
}
