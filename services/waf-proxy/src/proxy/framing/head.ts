import { HeaderKind, headerKind } from './header-kind.ts';

/** Limits on what a request's head may cost us. llhttp enforces `headBytes` before we see anything. */
export const HEAD_LIMITS = { headBytes: 32 * 1024, fields: 100, targetBytes: 16 * 1024 } as const;

export type FramingFault =
  | 'http_version'
  | 'method_refused'
  | 'transfer_encoding_on_1_0'
  | 'transfer_encoding_unknown'
  | 'conflicting_length'
  | 'host_missing'
  | 'host_repeated'
  | 'authority_invalid'
  | 'authority_mismatch'
  | 'target_fragment'
  | 'target_form'
  | 'target_too_long'
  | 'too_many_fields'
  | 'unknown_expectation'
  /** HTTP/2 only: a field that would mean something else once written in HTTP/1. */
  | 'bad_field';

/** What one pass over the headers found; the phases after it do not search again. */
export interface HeadFacts {
  /** As the client spelled it, port included. */
  authority: string;
  /** Lower case, without port and final dot; what sites are found by. */
  host: string;
  /** Origin-form, or `*`. */
  target: string;
  contentLength: number | null;
  chunked: boolean;
  /** Raw Connection value(s), joined; empty if absent. */
  connection: string;
  upgrade: string;
  expectsContinue: boolean;
  via: string;
  forwardedFor: string;
  userAgent: string;
  referer: string;
  contentEncoding: string;
}

export interface Http1Head {
  method: string;
  target: string;
  versionMajor: number;
  versionMinor: number;
  rawHeaders: readonly string[];
}

/** Methods that llhttp knows from RTSP and Icecast, and those that make a proxy a tunnel or a mirror. */
const REFUSED_METHODS: ReadonlySet<string> = new Set([
  'CONNECT',
  'TRACE',
  'SOURCE',
  'PRI',
  'DESCRIBE',
  'ANNOUNCE',
  'SETUP',
  'PLAY',
  'PAUSE',
  'TEARDOWN',
  'GET_PARAMETER',
  'SET_PARAMETER',
  'REDIRECT',
  'RECORD',
  'FLUSH',
]);

const REGISTERED_NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9_.])?$/;
const IPV6_LITERAL = /^\[[0-9a-f:.]{2,45}\]$/;
const PORT = /^[0-9]{1,5}$/;
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@]*)(\/[^#]*|\?[^#]*)?$/i;

/**
 * Judges an HTTP/1 request head as strictly as a proxy must (RFC 9112), on the headers as they stood on the wire.
 * llhttp in strict mode has already refused bare LF, obs-fold, spaces before colons, Content-Length next to
 * Transfer-Encoding, repeated or malformed lengths; what it lets pass is refused here.
 */
export function judgeHttp1Head(head: Http1Head): HeadFacts | FramingFault {
  if (head.versionMajor !== 1 || (head.versionMinor !== 1 && head.versionMinor !== 0)) return 'http_version';
  if (REFUSED_METHODS.has(head.method)) return 'method_refused';

  const facts = collectHeadFacts(head.rawHeaders);
  if (typeof facts === 'string') return facts;
  if (facts.chunked && head.versionMinor === 0) return 'transfer_encoding_on_1_0';
  if (facts.chunked && facts.contentLength !== null) return 'conflicting_length';
  const { target } = head;
  if (target.length > HEAD_LIMITS.targetBytes) return 'target_too_long';
  if (target.includes('#')) return 'target_fragment';
  const host = hostOfAuthority(facts.authority);
  if (host === null) return 'authority_invalid';
  facts.host = host;
  return withTarget(facts, head.method, target);
}

/** One pass over [name, value, …]. Used for HTTP/2 as well, where `:authority` has been turned into Host. */
export function collectHeadFacts(rawHeaders: readonly string[]): HeadFacts | FramingFault {
  if (rawHeaders.length > HEAD_LIMITS.fields * 2) return 'too_many_fields';
  const facts: HeadFacts = {
    authority: '',
    host: '',
    target: '',
    contentLength: null,
    chunked: false,
    connection: '',
    upgrade: '',
    expectsContinue: false,
    via: '',
    forwardedFor: '',
    userAgent: '',
    referer: '',
    contentEncoding: '',
  };
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const value = rawHeaders[index + 1]!;
    switch (headerKind(rawHeaders[index]!)) {
      case HeaderKind.Plain:
      case HeaderKind.Hop:
      case HeaderKind.Forwarded:
      case HeaderKind.Underscore:
        break;
      case HeaderKind.Host:
        hosts += 1;
        facts.authority = value;
        break;
      case HeaderKind.ContentLength:
        if (facts.contentLength !== null || !/^[0-9]{1,15}$/.test(value)) return 'conflicting_length';
        facts.contentLength = Number(value);
        break;
      case HeaderKind.TransferEncoding:
        if (facts.chunked || value.toLowerCase() !== 'chunked') return 'transfer_encoding_unknown';
        facts.chunked = true;
        break;
      case HeaderKind.Connection:
        facts.connection = join(facts.connection, value);
        break;
      case HeaderKind.Upgrade:
        facts.upgrade = join(facts.upgrade, value);
        break;
      case HeaderKind.Expect:
        if (value.toLowerCase() !== '100-continue') return 'unknown_expectation';
        facts.expectsContinue = true;
        break;
      case HeaderKind.ForwardedFor:
        facts.forwardedFor = join(facts.forwardedFor, value);
        break;
      case HeaderKind.Via:
        facts.via = join(facts.via, value);
        break;
      case HeaderKind.UserAgent:
        facts.userAgent = value;
        break;
      case HeaderKind.Referer:
        facts.referer = value;
        break;
      case HeaderKind.ContentEncoding:
        facts.contentEncoding = join(facts.contentEncoding, value);
        break;
    }
  }
  if (hosts === 0) return 'host_missing';
  if (hosts > 1) return 'host_repeated';
  return facts;
}

const join = (before: string, value: string) => (before === '' ? value : `${before}, ${value}`);

/** Hosts judged so far, since most requests name one of few; bounded against strangers who invent names. */
const HOST_MEMO_LIMIT = 4_096;
const hostMemo = new Map<string, string | null>();

/** The lower-case host of `name`, `name:port`, `[v6]`, `[v6]:port`; null if it is none of these. */
export function hostOfAuthority(authority: string): string | null {
  const known = hostMemo.get(authority);
  if (known !== undefined) return known;
  const host = parseAuthority(authority);
  if (hostMemo.size >= HOST_MEMO_LIMIT) hostMemo.clear();
  if (authority.length <= 300) hostMemo.set(authority, host);
  return host;
}

function parseAuthority(authority: string): string | null {
  const colon = authority.indexOf(':', authority.startsWith('[') ? authority.indexOf(']') : 0);
  const name = (colon < 0 ? authority : authority.slice(0, colon)).toLowerCase();
  if (colon >= 0) {
    const port = authority.slice(colon + 1);
    if (!PORT.test(port) || Number(port) > 65_535) return null;
  }
  if (IPV6_LITERAL.test(name)) return name;
  if (!REGISTERED_NAME.test(name) || name.includes('..')) return null;
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

function withTarget(facts: HeadFacts, method: string, target: string): HeadFacts | FramingFault {
  if (target.startsWith('/')) {
    facts.target = target;
    return facts;
  }
  if (target === '*') {
    facts.target = target;
    return method === 'OPTIONS' ? facts : 'target_form';
  }
  const absolute = ABSOLUTE_FORM.exec(target);
  if (absolute === null) return 'target_form';
  const authority = absolute[1]!;
  if (hostOfAuthority(authority) === null) return 'authority_invalid';
  if (authority.toLowerCase() !== facts.authority.toLowerCase()) return 'authority_mismatch';
  const path = absolute[2] ?? '/';
  facts.target = path.startsWith('/') ? path : `/${path}`;
  return facts;
}
