import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  CERTIFICATE_REFUSED_PAGE_BYTES,
  mayRefuseCertificate,
  refusesCertificate,
} from '@palisade/edge-state';

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
 * read, and a GET where that does not tell; no redirect is followed.
 */
export async function answersStrangers(server: ProbedServer): Promise<boolean> {
  const answer = await ask(server, 'HEAD');
  if (answer === null || REFUSALS.has(answer.status)) return false;
  if (!server.useTls || !mayRefuseCertificate(answer.status)) return true;
  const page = await ask(server, 'GET');
  return page !== null && !refusesCertificate(page.status, page.beginning);
}

/** Null: refused, dropped, or ended within TLS, as it should be. */
function ask(
  { address, port, useTls, siteName }: ProbedServer,
  method: 'HEAD' | 'GET',
): Promise<{ status: number; beginning: string } | null> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; beginning: string } | null>();
  const options = {
    host: address,
    port,
    method,
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
    let beginning = '';
    const end = () => {
      resolve({ status: answer.statusCode ?? 0, beginning });
      answer.destroy();
    };
    if (method === 'HEAD') {
      end();
      return;
    }
    answer.setEncoding('latin1');
    answer.on('data', (text: string) => {
      beginning = (beginning + text).slice(0, CERTIFICATE_REFUSED_PAGE_BYTES);
      if (beginning.length === CERTIFICATE_REFUSED_PAGE_BYTES) end();
    });
    answer.on('end', end);
    answer.on('error', end);
  });
  outgoing.on('error', () => resolve(null));
  outgoing.end();
  return promise;
}
