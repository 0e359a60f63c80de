import { ownString } from './own-string.ts';
import { isToken } from './token.ts';

/** What the edge does with a request header; anything not named here is passed on as it came. */
export const HeaderKind = {
  Plain: 0,
  Host: 1,
  ContentLength: 2,
  TransferEncoding: 3,
  Connection: 4,
  /** Concerns one hop only, or must never come from outside (`Proxy`: httpoxy). */
  Hop: 5,
  Upgrade: 6,
  Expect: 7,
  ForwardedFor: 8,
  /** Says who the client is, or who we are; only we may say that. */
  Forwarded: 9,
  Via: 10,
  UserAgent: 11,
  Referer: 12,
  ContentEncoding: 13,
  /** With an underscore: CGI origins cannot tell it from the one with a hyphen. */
  Underscore: 14,
} as const;
export type HeaderKind = (typeof HeaderKind)[keyof typeof HeaderKind];

const KINDS: Readonly<Record<string, HeaderKind>> = {
  host: HeaderKind.Host,
  'content-length': HeaderKind.ContentLength,
  'transfer-encoding': HeaderKind.TransferEncoding,
  connection: HeaderKind.Connection,
  'keep-alive': HeaderKind.Hop,
  'proxy-connection': HeaderKind.Hop,
  'proxy-authenticate': HeaderKind.Hop,
  'proxy-authorization': HeaderKind.Hop,
  'http2-settings': HeaderKind.Hop,
  proxy: HeaderKind.Hop,
  te: HeaderKind.Hop,
  upgrade: HeaderKind.Upgrade,
  expect: HeaderKind.Expect,
  'x-forwarded-for': HeaderKind.ForwardedFor,
  'x-forwarded-proto': HeaderKind.Forwarded,
  'x-forwarded-host': HeaderKind.Forwarded,
  'x-forwarded-port': HeaderKind.Forwarded,
  'x-forwarded-server': HeaderKind.Forwarded,
  'x-forwarded-scheme': HeaderKind.Forwarded,
  'x-forwarded-ssl': HeaderKind.Forwarded,
  'x-original-url': HeaderKind.Forwarded,
  'x-rewrite-url': HeaderKind.Forwarded,
  forwarded: HeaderKind.Forwarded,
  'x-real-ip': HeaderKind.Forwarded,
  'x-client-ip': HeaderKind.Forwarded,
  'x-cluster-client-ip': HeaderKind.Forwarded,
  'true-client-ip': HeaderKind.Forwarded,
  'cf-connecting-ip': HeaderKind.Forwarded,
  'x-request-id': HeaderKind.Forwarded,
  via: HeaderKind.Via,
  'user-agent': HeaderKind.UserAgent,
  referer: HeaderKind.Referer,
  'content-encoding': HeaderKind.ContentEncoding,
};

/**
 * Spellings seen so far, all of them tokens, so that a name is checked and folded to lower case once. Bounded, since
 * strangers choose the names; emptied when full, so that theirs do not stay.
 */
const MEMO_LIMIT = 2_048;
/** Longer names are judged each time: two thousand of a whole head's length would be 64 MB of strangers' making. */
const MEMO_NAME_LENGTH = 64;
const memo = new Map<string, HeaderKind>();

/** What to do with a field of this name. */
export function headerKind(name: string): HeaderKind {
  return memo.get(name) ?? learn(name);
}

/** The same for a name straight from the wire; null if it is no field name (RFC 9110, 5.1). */
export function wireFieldKind(name: string): HeaderKind | null {
  const known = memo.get(name);
  if (known !== undefined) return known;
  return isToken(name) ? learn(name) : null;
}

/** Goes to every origin as it came. */
export function passesAlways(kind: HeaderKind): boolean {
  return (
    kind === HeaderKind.Plain ||
    kind === HeaderKind.UserAgent ||
    kind === HeaderKind.Referer ||
    kind === HeaderKind.ContentEncoding
  );
}

function learn(name: string): HeaderKind {
  const lower = name.toLowerCase();
  const kind = Object.hasOwn(KINDS, lower)
    ? KINDS[lower]!
    : name.includes('_')
      ? HeaderKind.Underscore
      : HeaderKind.Plain;
  if (name.length > MEMO_NAME_LENGTH || !isToken(name)) return kind;
  if (memo.size >= MEMO_LIMIT) memo.clear();
  memo.set(ownString(name), kind);
  return kind;
}
