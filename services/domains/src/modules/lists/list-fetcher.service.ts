import { Inject, Injectable } from '@nestjs/common';
import { MAX_SET_TEXT_BYTES } from '@palisade/edge-state';
import {
  AllowedAddresses,
  GuardedRequestError,
  type GuardedResponse,
  guardedRequest,
} from '@palisade/nest-kit';
import type { ListKind } from '@palisade/site-policy';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import type { SourceVersion } from './client-list-row.types.ts';

/** Publishers move their lists; each address is checked like the first. */
const MAX_REDIRECTS = 3;
/** Maximum length of the version (ETag, Last-Modified) that is stored and sent back. */
const MAX_VERSION_LENGTH = 300;

const NO_VERSION: SourceVersion = { etag: null, lastModified: null };

/** Time limit of a fetch including redirects. */
export interface FetchTime {
  timeoutMs: number;
  /** Aborts the fetch for waiting ones. */
  signal: AbortSignal;
}

export interface FetchedList {
  /** Null: unchanged since the previous fetch. */
  text: Buffer | null;
  version: SourceVersion;
}

/** Why a fetch failed. */
export class ListFetchError extends Error {
  override readonly name = 'ListFetchError';

  /** Stable. */
  readonly code: string;
  readonly status: number | null;

  constructor(code: string, status: number | null = null, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.status = status;
  }
}

/** Fetches lists from addresses that users have chosen. */
@Injectable()
export class ListFetcherService {
  private readonly allowed: AllowedAddresses;

  constructor(@Inject(CONFIG) config: Pick<DomainsConfig, 'PALISADE_DOMAINS_LISTS_PRIVATE_NETWORKS'>) {
    this.allowed = new AllowedAddresses(config.PALISADE_DOMAINS_LISTS_PRIVATE_NETWORKS);
  }

  /**
   * @param holds kind of its entries
   * @param known version of the present contents, as the source sent it
   * @throws ListFetchError
   */
  async fetch(
    address: string,
    holds: ListKind,
    known: SourceVersion,
    { timeoutMs, signal }: FetchTime,
  ): Promise<FetchedList> {
    let url = new URL(address);
    const endsAt = performance.now() + timeoutMs;
    for (let redirects = 0; ; redirects++) {
      const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()));
      const answer = await this.ask(url, known, { timeoutMs: leftMs, signal });
      const next = redirectOf(answer, url);
      if (next === null) {
        if (holds === 'user_agents') refuseDocument(answer);
        return readAnswer(answer, known);
      }
      if (redirects === MAX_REDIRECTS) throw new ListFetchError('too_many_redirects', answer.status);
      url = next;
    }
  }

  /**
   * All current decisions of CrowdSec's local API for bouncers. Follows no redirects, since the key belongs to that
   * address.
   *
   * @throws ListFetchError
   */
  async fetchDecisions(address: string, key: string, time: FetchTime): Promise<FetchedList> {
    const url = new URL(address);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/decisions/stream`;
    url.search = '?startup=true';
    const answer = await this.request(url, { accept: 'application/json', 'x-api-key': key }, time);
    return { ...readAnswer(answer, NO_VERSION), version: NO_VERSION };
  }

  private ask(url: URL, { etag, lastModified }: SourceVersion, time: FetchTime): Promise<GuardedResponse> {
    const headers = {
      accept: 'text/plain, text/csv;q=0.9, */*;q=0.5',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    };
    return this.request(url, headers, time);
  }

  private async request(
    url: URL,
    headers: Readonly<Record<string, string>>,
    time: FetchTime,
  ): Promise<GuardedResponse> {
    const common = { 'accept-encoding': 'identity', 'user-agent': 'Palisade-Lists/1' };
    try {
      return await guardedRequest(
        { method: 'GET', url, headers: { ...common, ...headers } },
        { ...time, allowed: this.allowed, maxAnswerBytes: MAX_SET_TEXT_BYTES + 1 },
      );
    } catch (error) {
      if (!(error instanceof GuardedRequestError)) throw error;
      throw new ListFetchError(error.code, null, { cause: error });
    }
  }
}

function redirectOf({ status, headers }: GuardedResponse, from: URL): URL | null {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null;
  const next = URL.parse(location, from.href);
  if (next === null || !['https:', 'http:'].includes(next.protocol))
    throw new ListFetchError('redirect_not_followed', status);
  return next;
}

/** For user agents, where every line is valid, a document would be accepted; other kinds detect it by their lines. */
function refuseDocument({ status, headers }: GuardedResponse): void {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';', 1);
  if (status === 200 && DOCUMENT.test(type.trim())) throw new ListFetchError('not_plain_text', status);
}
const DOCUMENT = /^text\/html$|[/+](?:json|xml)$/;

function readAnswer({ status, headers, bytes }: GuardedResponse, known: SourceVersion): FetchedList {
  if (status === 304 && (known.etag !== null || known.lastModified !== null))
    return { text: null, version: known };
  if (status !== 200) throw new ListFetchError('refused', status);
  if (bytes.length > MAX_SET_TEXT_BYTES) throw new ListFetchError('list_too_large');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new ListFetchError('encoded_answer');
  return {
    text: bytes,
    version: { etag: short(headers.etag), lastModified: short(headers['last-modified']) },
  };
}

const short = (text: string | undefined): string | null =>
  text !== undefined && text.length <= MAX_VERSION_LENGTH ? text : null;
