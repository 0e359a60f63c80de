import type { Reply } from './reply.ts';
import type { RequestContext } from './request-context.ts';

/** Wraps the reply and counts what is sent, for the log. */
export function countingReply(context: RequestContext): Reply {
  const { reply } = context;
  return {
    get started() {
      return reply.started;
    },
    informational: (status, headers) => reply.informational(status, headers),
    head: (status, reason, headers) => reply.head(status, reason, headers),
    write: (chunk) => {
      context.responseBytes += chunk.length;
      return reply.write(chunk);
    },
    flush: () => reply.flush(),
    end: (chunk, trailers) => {
      context.responseBytes += chunk?.length ?? 0;
      reply.end(chunk, trailers);
    },
    onDrain: (listener) => reply.onDrain(listener),
    abort: () => reply.abort(),
    closeAfter: () => reply.closeAfter(),
  };
}
