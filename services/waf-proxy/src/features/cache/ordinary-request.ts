import { HeaderKind, headerKind } from '../../http/header-kind.ts';

/**
 * A value without characters that could end a string, an attribute or a tag, so that it is harmless wherever an origin
 * echoes it.
 */
const PLAIN = /^[\x20-\x21\x23-\x26\x28-\x3b\x3d\x3f-\x5b\x5d-\x5f\x61-\x7e]*$/;
const NUMBER = /^[0-9]{1,6}(?:\.[0-9]{1,6})?$/;
const WORDS = /^[a-z0-9?;= -]{1,40}$/;
const HINT = /^[\w?"=;:,.()/ +-]*$/;
const TRACE = /^[\w=;:,.@/+~-]*$/;

interface Form {
  form: RegExp;
  maxLength: number;
}
const of = (form: RegExp, maxLength = 64): Form => ({ form, maxLength });

/**
 * Headers that are not part of the key but sent by ordinary visitors, with the form in which browsers send them.
 *
 * What an origin does with other headers is unknown, and its Vary may not name them: a link, redirect or error caused
 * by one request's header would be served to everybody. So a response is only stored if everything the origin was sent
 * is part of the key, named in Vary, or listed here. Lengths are limited so that an origin's error about a head that is
 * too long for it, though not for the edge, is not stored.
 */
const ORDINARY: Readonly<Record<string, Form>> = {
  'user-agent': of(PLAIN, 512),
  referer: of(PLAIN, 2_048),
  accept: of(/^[\w*/+.;=, -]*$/, 512),
  'accept-language': of(/^[\w*;=., -]*$/, 256),
  // Only where the origin has marked the response as public; see storability.
  cookie: of(/^[\x20-\x3b\x3d\x3f-\x5b\x5d-\x5f\x61-\x7e]*$/, 4_096),
  // A response that allows one origin in particular varies by it, whether it says so or not; see vary.
  origin: of(/^(?:null|https?:\/\/[\w.:[\]-]+)$/i, 256),
  pragma: of(/^no-cache$/i),
  'cache-control': of(/^[\w=, "-]*$/, 128),
  dnt: of(/^[01]$/),
  'sec-gpc': of(/^[01]$/),
  'upgrade-insecure-requests': of(/^1$/),
  priority: of(/^[\w=, ?-]*$/),
  from: of(/^[\w.@()+-]*$/),
  'sec-fetch-dest': of(WORDS),
  'sec-fetch-mode': of(WORDS),
  'sec-fetch-site': of(WORDS),
  'sec-fetch-user': of(/^\?1$/),
  'sec-fetch-storage-access': of(WORDS),
  'sec-ch-ua': of(HINT, 256),
  'sec-ch-ua-mobile': of(HINT),
  'sec-ch-ua-platform': of(HINT),
  'sec-ch-ua-platform-version': of(HINT),
  'sec-ch-ua-arch': of(HINT),
  'sec-ch-ua-bitness': of(HINT),
  'sec-ch-ua-model': of(HINT),
  'sec-ch-ua-full-version': of(HINT),
  'sec-ch-ua-full-version-list': of(HINT, 256),
  'sec-ch-ua-form-factors': of(HINT),
  'sec-ch-ua-wow64': of(HINT),
  'sec-ch-prefers-color-scheme': of(HINT),
  'sec-ch-prefers-reduced-motion': of(HINT),
  'save-data': of(/^on$/i),
  'device-memory': of(NUMBER),
  'sec-ch-device-memory': of(NUMBER),
  dpr: of(NUMBER),
  'sec-ch-dpr': of(NUMBER),
  width: of(NUMBER),
  'sec-ch-width': of(NUMBER),
  'viewport-width': of(NUMBER),
  'sec-ch-viewport-width': of(NUMBER),
  downlink: of(NUMBER),
  rtt: of(NUMBER),
  ect: of(/^[a-z0-9-]{2,8}$/),
  // Ids of a single request, on which no response depends.
  traceparent: of(/^[0-9a-f-]*$/),
  tracestate: of(TRACE, 512),
  'x-amzn-trace-id': of(TRACE, 256),
  'x-amz-cf-id': of(TRACE, 128),
  'x-cloud-trace-context': of(TRACE, 128),
  'cf-ray': of(/^[0-9a-f]{16}-[A-Z]{3}$/),
  'cdn-loop': of(TRACE, 128),
};

/** Not sent to the origin, or replaced by our own values, where the response may be stored. */
const REWRITTEN: ReadonlySet<string> = new Set([
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'if-range',
  'range',
]);

const ADDRESSES = /^[0-9a-f.:, ]{0,256}$/i;

export interface SaidByTheClient {
  /** [name, value, …] */
  rawHeaders: readonly string[];
  /** X-Forwarded-For of a trusted proxy, which is passed on to the origin; '' otherwise. */
  forwardedFor: string;
  /** Header names with underscores are passed on to the origin. */
  passUnderscores: boolean;
}

/** Lower-case names of headers that ordinary visitors do not send, or not with such a value. */
export function unusualFields({
  rawHeaders,
  forwardedFor,
  passUnderscores,
}: SaidByTheClient): readonly string[] {
  let found: string[] | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (isUsual(name, rawHeaders[index + 1]!, passUnderscores)) continue;
    found ??= [];
    found.push(name.toLowerCase());
  }
  if (!ADDRESSES.test(forwardedFor)) return [...(found ?? NONE), 'x-forwarded-for'];
  return found ?? NONE;
}

const NONE: readonly string[] = Object.freeze([]);

function isUsual(name: string, value: string, passUnderscores: boolean): boolean {
  switch (headerKind(name)) {
    case HeaderKind.Plain:
    case HeaderKind.UserAgent:
    case HeaderKind.Referer:
    case HeaderKind.ContentEncoding:
    case HeaderKind.CdnLoop:
      return isOrdinary(name.toLowerCase(), value);
    case HeaderKind.Underscore:
      return !passUnderscores;
    // Ours is appended to it.
    case HeaderKind.Via:
      return false;
    // The origin does not receive the client's value.
    case HeaderKind.Host:
    case HeaderKind.ContentLength:
    case HeaderKind.TransferEncoding:
    case HeaderKind.Connection:
    case HeaderKind.Hop:
    case HeaderKind.Upgrade:
    case HeaderKind.Expect:
    case HeaderKind.ForwardedFor:
    case HeaderKind.Forwarded:
      return true;
  }
}

function isOrdinary(name: string, value: string): boolean {
  if (REWRITTEN.has(name)) return true;
  if (!Object.hasOwn(ORDINARY, name)) return false;
  const { form, maxLength } = ORDINARY[name]!;
  return value.length <= maxLength && form.test(value);
}
