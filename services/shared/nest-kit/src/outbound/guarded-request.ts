import { lookup } from 'node:dns/promises';
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as connectPlain, isIP, type LookupFunction, Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { outboundSpan } from '../tracing/outbound.ts';
import { inSpan } from '../tracing/spans.ts';
import type { AllowedAddresses } from './allowed-addresses.ts';

/**
 * Requests to addresses that strangers chose. A name is looked up once, every address it has must be allowed, and the
 * connection goes to one of those: a name that means something else at a second look-up is never looked up a second time.
 * Redirects are answers like any other. Time and bytes are bounded, whatever the other side does.
 */
export interface GuardedRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Absent: there is none. */
  body?: string | Uint8Array;
}

export interface GuardedAnswer {
  status: number;
  /** The beginning of the body. */
  text: string;
  retryAfter: string | undefined;
}

export interface GuardedResponse extends GuardedAnswer {
  headers: IncomingHttpHeaders;
  /** As much of the body as was read. */
  bytes: Buffer;
}

/** Why there was no answer. */
export type GuardedFailure =
  | 'address_not_allowed'
  | 'plain_http_not_allowed'
  | 'name_not_found'
  | 'timeout'
  | 'connection_failed'
  | 'tls_failed';

/** Failures that a repeat would only say again: whose target it is has to change something first. */
export const PERMANENT_FAILURES: ReadonlySet<string> = new Set<GuardedFailure | 'secrets_unreadable'>([
  'address_not_allowed',
  'plain_http_not_allowed',
  'secrets_unreadable',
]);

export class GuardedRequestError extends Error {
  override readonly name = 'GuardedRequestError';

  constructor(
    readonly code: GuardedFailure,
    options?: { cause?: unknown },
  ) {
    super(code, options);
  }
}

export interface GuardedOptions {
  allowed: AllowedAddresses;
  timeoutMs: number;
  /** Gives up sooner; the failure is a `timeout`. */
  signal?: AbortSignal;
  /** Maximum bytes read of the response; some kilobytes by default. */
  maxAnswerBytes?: number;
  /** The addresses of a name; by default as the system finds them. */
  resolve?: (host: string) => Promise<string[]>;
}

const MAX_ANSWER_BYTES = 4096;

const systemAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** @throws GuardedRequestError where nothing was answered */
export async function guardedRequest(
  { method, url, headers, body }: GuardedRequest,
  options: GuardedOptions,
): Promise<GuardedResponse> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  return await inSpan(outboundSpan(method, url), async (span) => {
    // The URL parser has written every odd spelling of an IPv4 address in the usual one.
    const address = await checkedAddress(url.hostname.replace(/^\[|\]$/g, ''), options, signal);
    if (url.protocol !== 'https:' && !options.allowed.isNamed(address))
      throw new GuardedRequestError('plain_http_not_allowed');
    const maxBytes = options.maxAnswerBytes ?? MAX_ANSWER_BYTES;
    const answer = await send(url, { method, headers, signal, lookup: always(address) }, { body, maxBytes });
    span?.set({ 'http.response.status_code': answer.status });
    return answer;
  });
}

export interface GuardedTlsTarget {
  host: string;
  port: number;
  /** Certificates (PEM) to trust instead of the well-known ones. */
  ca?: string;
}

/**
 * A TLS connection, checked as requests are: of the server's name, too. Whoever has it destroys it; the time given is that
 * for connecting.
 * @throws GuardedRequestError
 */
export async function guardedTls(
  { host, port, ca }: GuardedTlsTarget,
  options: GuardedOptions,
): Promise<TLSSocket> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  const address = await checkedAddress(host, options, signal);
  return await new Promise((resolve, reject) => {
    const named = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host: address, port, minVersion: 'TLSv1.2', ...named, ...(ca && { ca }) });
    const fail = (cause: unknown) => {
      signal.removeEventListener('abort', late);
      socket.destroy();
      reject(new GuardedRequestError(failureOf(cause), { cause }));
    };
    const late = () => fail(signal.reason);
    signal.addEventListener('abort', late, { once: true });
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      signal.removeEventListener('abort', late);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

/** Connection options for clients that open connections themselves. */
export interface GuardedSocketTarget extends GuardedTlsTarget {
  /** Without TLS: to what the operator has named alone. */
  isPlain: boolean;
}

/**
 * The same for clients of protocols that make sockets themselves, to each server that another one names as well: the socket is
 * there at once, and fails with a GuardedRequestError where it must not connect.
 */
export function guardedSocket(
  { host, port, ca, isPlain }: GuardedSocketTarget,
  options: GuardedOptions,
  onConnect: () => void,
): Socket {
  const problemOf = (address: string): GuardedRequestError | null => {
    if (!options.allowed.allows(address)) return new GuardedRequestError('address_not_allowed');
    // Nobody reads what crosses the open net.
    return isPlain && !options.allowed.isNamed(address)
      ? new GuardedRequestError('plain_http_not_allowed')
      : null;
  };
  // Sockets look up names alone.
  const problem = isIP(host) === 0 ? null : problemOf(host);
  if (problem !== null) return new Socket().destroy(problem);
  const lookup: LookupFunction = (name, asked, callback) => {
    checkedAddress(name, options, AbortSignal.timeout(options.timeoutMs)).then(
      (address) => {
        const refused = problemOf(address);
        if (refused === null) always(address)(name, asked, callback);
        else callback(refused, '');
      },
      (error: Error) => callback(error, ''),
    );
  };
  if (isPlain) return connectPlain({ host, port, lookup }, onConnect);
  const named = isIP(host) === 0 ? { servername: host } : {};
  return connect({ host, port, lookup, minVersion: 'TLSv1.2', ...named, ...(ca && { ca }) }, onConnect);
}

async function checkedAddress(
  host: string,
  { allowed, resolve = systemAddresses }: GuardedOptions,
  signal: AbortSignal,
): Promise<string> {
  const addresses = isIP(host) === 0 ? await addressesOf(host, resolve, signal) : [host];
  const [address] = addresses;
  if (address === undefined) throw new GuardedRequestError('name_not_found');
  // One that is not allowed among them is one too many: which would be connected to is chance.
  if (!addresses.every((each) => allowed.allows(each))) throw new GuardedRequestError('address_not_allowed');
  return address;
}

/** The system's look-up cannot be ended; what it finds too late is not used. */
async function addressesOf(
  host: string,
  resolve: (host: string) => Promise<string[]>,
  signal: AbortSignal,
): Promise<string[]> {
  const tooLate = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new GuardedRequestError('timeout')), { once: true });
  });
  try {
    return await Promise.race([resolve(host), tooLate]);
  } catch (cause) {
    throw cause instanceof GuardedRequestError ? cause : new GuardedRequestError('name_not_found', { cause });
  }
}

/** Whatever is asked for, the address that was checked. */
const always = (address: string): LookupFunction => {
  const family = isIP(address);
  return (_host, options, callback) =>
    options.all ? callback(null, [{ address, family }]) : callback(null, address, family);
};

function send(
  url: URL,
  options: RequestOptions,
  { body, maxBytes }: { body: string | Uint8Array | undefined; maxBytes: number },
): Promise<GuardedResponse> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new GuardedRequestError(failureOf(cause), { cause }));
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start(url, { ...options, agent: false, maxHeaderSize: 16 * 1024 }, (response) => {
      readStart(response, maxBytes).then(resolve, fail);
    });
    request.on('error', fail);
    request.end(body);
  });
}

async function readStart(response: IncomingMessage, maxBytes: number): Promise<GuardedResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes >= maxBytes) break;
  }
  const read = Buffer.concat(chunks).subarray(0, maxBytes);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes: read,
    // Longer texts are not shown to anybody.
    text: read.subarray(0, MAX_ANSWER_BYTES).toString(),
    retryAfter: response.headers['retry-after'],
  };
}

/** Why a connection came to nothing. */
export function failureOf(error: unknown): GuardedFailure {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ABORT_ERR') return 'timeout';
  return /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)|^EPROTO$/.test(code)
    ? 'tls_failed'
    : 'connection_failed';
}
