import { HeaderKind } from './header-kind.ts';
import { ownString } from './own-string.ts';

/** Limits on what a request's head may cost us. */
export const HEAD_LIMITS = { headBytes: 32 * 1024, fields: 100, targetBytes: 16 * 1024 } as const;

export type FramingFault =
  /** A CR or LF that is not half of a CRLF, or a control character. */
  | 'control_character'
  | 'head_too_large'
  /** The client ended in the middle of a head. */
  | 'head_incomplete'
  | 'request_line'
  /** A header that is not `name: value`, continuation lines included. */
  | 'field_line'
  | 'http_version'
  | 'method_unknown'
  | 'method_refused'
  | 'chunk_malformed'
  | 'trailer_malformed'
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

/** Results of one pass over the headers; later phases do not search again. */
export interface HeadFacts {
  /** As the client spelled it, port included. */
  authority: string;
  /** Lower case, without port and final dot; what sites are found by. */
  host: string;
  /** How many Host fields there are; only one is right. */
  hostFields: number;
  /** Origin-form, or `*`. */
  target: string;
  contentLength: number | null;
  chunked: boolean;
  /** Raw Connection value(s), joined; empty if absent. */
  connection: string;
  upgrade: string;
  expectsContinue: boolean;
  via: string;
  /** CDN-Loop (RFC 8586). */
  cdnLoop: string;
  forwardedFor: string;
  userAgent: string;
  referer: string;
  contentEncoding: string;
  /**
   * The lines of all fields that every origin gets, in pieces, as HTTP/1 writes them to it: only where they are the same
   * for every site, and where an HTTP/1 client's spelling is the one that we would write. Null: they are not known.
   */
  passedLines: readonly string[] | null;
  /** In HTTP/1 the lines of the whole head as they came, each with its line end; '' in other protocols. */
  lines: string;
}

const REGISTERED_NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9_.])?$/;
const IPV6_LITERAL = /^\[[0-9a-f:.]{2,45}\]$/;
const PORT = /^[0-9]{1,5}$/;
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@]*)(\/[^#]*|\?[^#]*)?$/i;

export function emptyHeadFacts(): HeadFacts {
  return {
    authority: '',
    host: '',
    hostFields: 0,
    target: '',
    contentLength: null,
    chunked: false,
    connection: '',
    upgrade: '',
    expectsContinue: false,
    via: '',
    cdnLoop: '',
    forwardedFor: '',
    userAgent: '',
    referer: '',
    contentEncoding: '',
    passedLines: null,
    lines: '',
  };
}

/**
 * Judges what the fields of an HTTP/1 head say together (RFC 9112), and its target. The facts have been collected field
 * by field; the bytes between them have been judged before.
 */
export function judgeHttp1Head(
  facts: HeadFacts,
  method: string,
  target: string,
  minorVersion: 0 | 1,
): HeadFacts | FramingFault {
  if (facts.hostFields !== 1) return facts.hostFields === 0 ? 'host_missing' : 'host_repeated';
  if (facts.chunked && minorVersion === 0) return 'transfer_encoding_on_1_0';
  if (facts.chunked && facts.contentLength !== null) return 'conflicting_length';
  if (target.length > HEAD_LIMITS.targetBytes) return 'target_too_long';
  const host = hostOfAuthority(facts.authority);
  if (host === null) return 'authority_invalid';
  facts.host = host;
  return withTarget(facts, method, target);
}

/** Adds what one field says; a fault if no request may say that, or say it again. */
export function noteField(facts: HeadFacts, kind: HeaderKind, value: string): FramingFault | null {
  switch (kind) {
    case HeaderKind.Plain:
    case HeaderKind.Hop:
    case HeaderKind.Forwarded:
    case HeaderKind.Underscore:
      return null;
    case HeaderKind.Host:
      facts.hostFields++;
      facts.authority = value;
      return null;
    case HeaderKind.ContentLength:
      if (facts.contentLength !== null || !/^[0-9]{1,15}$/.test(value)) return 'conflicting_length';
      facts.contentLength = Number(value);
      return null;
    case HeaderKind.TransferEncoding:
      if (facts.chunked || value.toLowerCase() !== 'chunked') return 'transfer_encoding_unknown';
      facts.chunked = true;
      return null;
    case HeaderKind.Connection:
      facts.connection = join(facts.connection, value);
      return null;
    case HeaderKind.Upgrade:
      facts.upgrade = join(facts.upgrade, value);
      return null;
    case HeaderKind.Expect:
      if (value.toLowerCase() !== '100-continue') return 'unknown_expectation';
      facts.expectsContinue = true;
      return null;
    case HeaderKind.ForwardedFor:
      facts.forwardedFor = join(facts.forwardedFor, value);
      return null;
    case HeaderKind.Via:
      facts.via = join(facts.via, value);
      return null;
    case HeaderKind.CdnLoop:
      facts.cdnLoop = join(facts.cdnLoop, value);
      return null;
    case HeaderKind.UserAgent:
      facts.userAgent = value;
      return null;
    case HeaderKind.Referer:
      facts.referer = value;
      return null;
    case HeaderKind.ContentEncoding:
      facts.contentEncoding = join(facts.contentEncoding, value);
      return null;
  }
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
  if (authority.length <= 300) hostMemo.set(ownString(authority), host === null ? null : ownString(host));
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
