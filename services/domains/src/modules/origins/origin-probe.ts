import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const WITHIN_MS = 5_000;
/** What says that only some may come in; 421: not under this name. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 407, 421]);

export interface ProbedServer {
  /** A public address: nothing is looked up any more, so that a name cannot lead elsewhere meanwhile. */
  address: string;
  port: number;
  useTls: boolean;
  /** The site that is asked for. */
  siteName: string;
}

/**
 * Whether a server answers somebody who comes past the edge. One HEAD request, of whose answer nothing but the status is
 * read; no redirect is followed.
 */
export function answersStrangers({ address, port, useTls, siteName }: ProbedServer): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const options = {
    host: address,
    port,
    method: 'HEAD',
    path: '/',
    agent: false,
    headers: { host: siteName, 'user-agent': 'Palisade-Origin-Check/1.0' },
    signal: AbortSignal.timeout(WITHIN_MS),
  } as const;
  const outgoing: ClientRequest = useTls
    ? // nosemgrep: no-insecure-channel -- a stranger's visit: a server with a wrong certificate answers all the same
      httpsRequest({ ...options, servername: siteName, rejectUnauthorized: false })
    : httpRequest(options);
  outgoing.on('response', (answer) => {
    resolve(!REFUSALS.has(answer.statusCode ?? 0));
    answer.destroy();
  });
  // Refused, dropped, or ended within TLS: as it should be.
  outgoing.on('error', () => resolve(false));
  outgoing.end();
  return promise;
}
