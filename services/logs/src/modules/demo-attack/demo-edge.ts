import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { DomainError } from '@palisade/nest-kit';
import type { DemoRequest } from './demo-request.rules.ts';

const ANSWER_WITHIN_MS = 5_000;
/** Maximum bytes read of the demo's page, which is discarded. */
const MAX_ANSWER_BYTES = 256 * 1_024;
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface DemoSite {
  host: string;
  /** Address of its edge. */
  edge: URL;
}

export interface EdgeAnswer {
  status: number;
  requestId: string;
}

/**
 * Sends to the demo site only: host and edge are the operator's, redirects are not followed.
 *
 * @throws DomainError upstream `demo_edge_failed`
 */
export async function askEdge({ host, edge }: DemoSite, sent: DemoRequest): Promise<EdgeAnswer> {
  try {
    return await exchange({ host, edge }, sent);
  } catch (cause) {
    const detail = 'The demo site did not answer. Please try again.';
    throw new DomainError('upstream', 'demo_edge_failed', detail, { cause });
  }
}

function exchange({ host, edge }: DemoSite, { method, target, body }: DemoRequest): Promise<EdgeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<EdgeAnswer>();
  const secure = edge.protocol === 'https:';
  const outgoing = (secure ? httpsRequest : httpRequest)(
    {
      host: edge.hostname,
      port: edge.port === '' ? undefined : Number(edge.port),
      ...(secure && { servername: host }),
      agent: false,
      method,
      path: target,
      headers: {
        host,
        'user-agent': 'Mozilla/5.0 (compatible; PalisadeDemo/1.0)',
        accept: 'text/html,*/*;q=0.8',
        'accept-language': 'en',
        ...(body !== null && {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        }),
      },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    },
    (answer) => {
      const requestId = String(answer.headers['x-request-id']);
      let bytes = 0;
      const settle = () =>
        REQUEST_ID.test(requestId)
          ? resolve({ status: answer.statusCode ?? 0, requestId })
          : reject(new Error('the answer is not an edge’s'));
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= MAX_ANSWER_BYTES) return;
        settle();
        answer.destroy();
      });
      answer.on('end', settle);
      answer.on('error', reject);
    },
  );
  outgoing.on('error', reject);
  outgoing.end(body ?? undefined);
  return promise;
}
