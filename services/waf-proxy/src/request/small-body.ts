import { GatheredBytes } from '../io/gathered-bytes.ts';
import type { RequestContext } from './request-context.ts';

/** Reads the whole body of a request that the edge itself answers. Null: the client has left. */
export function smallBodyOf(request: RequestContext, maxBytes: number): Promise<Buffer | 'too_large' | null> {
  const { body } = request;
  if (body === null) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve) => {
    const gathered = new GatheredBytes(maxBytes);
    const left = () => resolve(null);
    const settle = (outcome: Buffer | 'too_large') => {
      request.lifetime.release(left);
      resolve(outcome);
    };
    request.lifetime.whenAbandoned(left);
    request.sendContinue?.();
    request.sendContinue = null;
    body.start({
      onChunk(chunk) {
        gathered.add(chunk);
        request.requestBytes += chunk.length;
        if (gathered.isTooLong) {
          body.pause();
          settle('too_large');
        }
      },
      onEnd() {
        request.bodyComplete = true;
        settle(gathered.bytes());
      },
    });
    body.resume();
  });
}
