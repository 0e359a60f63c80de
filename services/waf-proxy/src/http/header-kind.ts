import { CLAIMED_FIELDS } from './claimed-fields.ts';
import { ownString } from './own-string.ts';
import { isToken } from './token.ts';

/** How the edge treats a request header; any other is passed on unchanged. */
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
  CdnLoop: 15,
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
  via: HeaderKind.Via,
  'cdn-loop': HeaderKind.CdnLoop,
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

/**
 * Fields that identify a client by its certificate: our own (RFC 9440), and those of Envoy, Traefik, NGINX, HAProxy,
 * Apache, IIS and clouds' balancers, which origins that know them trust. With underscores, as CGI origins read them.
 */
const OF_CERTIFICATES = [
  /^(?:x[-_])?(?:forwarded[-_](?:tls[-_])?|ssl[-_]|tls[-_]|arr[-_]|cf[-_]|amzn[-_]mtls[-_])?client[-_]?cert(?:[-_]|$)/,
  /^(?:x[-_])?(?:ssl|tls)[-_]client(?:[-_]|$)/,
  /^x[-_]client[-_](?:verify|dn)$/,
];
/** Our field about a sign-in. */
const OF_PASSWORDS = /^leaked[-_]password$/;

/** CGI has one variable for `client-ip`, `client_ip` and, with some servers, `client.ip`. */
const isClaimed = (lower: string): boolean =>
  CLAIMED_FIELDS.has(lower.replaceAll(/[^a-z0-9]/g, '-')) ||
  OF_CERTIFICATES.some((names) => names.test(lower)) ||
  OF_PASSWORDS.test(lower);

function kindOf(lower: string): HeaderKind {
  if (Object.hasOwn(KINDS, lower)) return KINDS[lower]!;
  if (isClaimed(lower)) return HeaderKind.Forwarded;
  return lower.includes('_') ? HeaderKind.Underscore : HeaderKind.Plain;
}

function learn(name: string): HeaderKind {
  const kind = kindOf(name.toLowerCase());
  if (name.length > MEMO_NAME_LENGTH || !isToken(name)) return kind;
  if (memo.size >= MEMO_LIMIT) memo.clear();
  memo.set(ownString(name), kind);
  return kind;
}
