import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { inSpan, outboundSpan } from '@palisade/nest-kit';
import type { AllowedAddresses } from './allowed-addresses.ts';

/**
 * Requests to addresses that strangers chose. A name is looked up once, every address it has must be allowed, and the
 * connection goes to one of those: a name that means something else at a second look-up is never looked up a second time.
 * Redirects are answers like any other. Time and bytes are bounded, whatever the other side does.
 */
export interface GuardedRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface GuardedAnswer {
  status: number;
  /** The beginning of the body. */
  text: string;
  retryAfter: string | undefined;
}

/** Why there was no answer. */
export type GuardedFailure =
  | 'address_not_allowed'
  | 'plain_http_not_allowed'
  | 'name_not_found'
  | 'timeout'
  | 'connection_failed'
  | 'tls_failed';

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
  /** The addresses of a name; by default as the system finds them. */
  resolve?: (host: string) => Promise<string[]>;
}

/** More of an answer is not read. */
const MAX_ANSWER_BYTES = 4096;

const systemAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** @throws GuardedRequestError where nothing was answered */
export async function guardedPost(
  { url, headers, body }: GuardedRequest,
  options: GuardedOptions,
): Promise<GuardedAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  return await inSpan(outboundSpan('POST', url), async (span) => {
    const address = await checkedAddress(url, options, signal);
    const answer = await send(url, { method: 'POST', headers, signal, lookup: always(address) }, body);
    span?.set({ 'http.response.status_code': answer.status });
    return answer;
  });
}

async function checkedAddress(
  url: URL,
  { allowed, resolve = systemAddresses }: GuardedOptions,
  signal: AbortSignal,
): Promise<string> {
  // The URL parser has written every odd spelling of an IPv4 address in the usual one.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await addressesOf(host, resolve, signal) : [host];
  const [address] = addresses;
  if (address === undefined) throw new GuardedRequestError('name_not_found');
  // One that is not allowed among them is one too many: which would be connected to is chance.
  if (!addresses.every((each) => allowed.allows(each))) throw new GuardedRequestError('address_not_allowed');
  if (url.protocol !== 'https:' && !allowed.isNamed(address))
    throw new GuardedRequestError('plain_http_not_allowed');
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

function send(url: URL, options: RequestOptions, body: string): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new GuardedRequestError(failureOf(cause), { cause }));
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start(url, { ...options, agent: false, maxHeaderSize: 16 * 1024 }, (response) => {
      readStart(response).then(resolve, fail);
    });
    request.on('error', fail);
    request.end(body);
  });
}

async function readStart(response: IncomingMessage): Promise<GuardedAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes >= MAX_ANSWER_BYTES) break;
  }
  return {
    status: response.statusCode ?? 0,
    text: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString(),
    retryAfter: response.headers['retry-after'],
  };
}

function failureOf(error: unknown): GuardedFailure {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ABORT_ERR') return 'timeout';
  return /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
    ? 'tls_failed'
    : 'connection_failed';
}
