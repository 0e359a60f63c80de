import { PassThrough, pipeline, type Readable } from 'node:stream';
import { withHeartbeats } from './heartbeats.ts';

/**
 * Events as long as somebody reads them, and signs of life between them.
 * @param events ends early once its signal is aborted
 * @param leave called once, however it ends
 */
export function eventStream(
  events: (signal: AbortSignal) => AsyncGenerator<string>,
  stopping: AbortSignal,
  leave: () => void,
): PassThrough & Readable {
  const closed = new AbortController();
  // Closes at once when its reader goes, while a generator would first have to have something to say.
  const out = new PassThrough().once('close', () => {
    closed.abort();
    leave();
  });
  // What fails here breaks the stream off, and is the reader's to see.
  pipeline(withHeartbeats(events(AbortSignal.any([closed.signal, stopping]))), out, () => undefined);
  return out;
}
