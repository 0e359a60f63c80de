import { HeaderKind, headerKind } from '../../http/header-kind.ts';

/** A value that reads the same wherever it is shown: nothing that ends a string, an attribute or a tag. */
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
 * Fields that stand in no key and that any visitor sends, in the form in which visitors send them.
 *
 * What an origin makes of other fields is not known, and it may say nothing of them in Vary: a link, a redirect or an
 * error that one request's field has brought about would be shown to everybody. So a response is stored only if all that
 * the origin was told stands in the key, in the response's Vary, or here. Lengths keep a head that is too long for the
 * origin, though not for the edge, from having its refusal stored.
 */
const ORDINARY: Readonly<Record<string, Form>> = {
  'user-agent': of(PLAIN, 512),
  referer: of(PLAIN, 2_048),
  accept: of(/^[\w*/+.;=, -]*$/, 512),
  'accept-language': of(/^[\w*;=., -]*$/, 256),
  // Only where the origin has called the response public; see storability.
  cookie: of(/^[\x20-\x3b\x3d\x3f-\x5b\x5d-\x5f\x61-\x7e]*$/, 4_096),
  // What allows it in particular varies by it, said or not; see vary.
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
  // Names of one request among others; nobody decides by them.
  traceparent: of(/^[0-9a-f-]*$/),
  tracestate: of(TRACE, 512),
  'x-amzn-trace-id': of(TRACE, 256),
  'x-amz-cf-id': of(TRACE, 128),
  'x-cloud-trace-context': of(TRACE, 128),
  'cf-ray': of(/^[0-9a-f]{16}-[A-Z]{3}$/),
  'cdn-loop': of(TRACE, 128),
};

/** Not told to the origin, or in words of our own, where the response may be stored. */
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
  /** X-Forwarded-For of a proxy that is believed, and whose words go on to the origin; '' otherwise. */
  forwardedFor: string;
  /** Names with underscores go on to the origin. */
  passUnderscores: boolean;
}

/** The fields of a request (lower case) that an ordinary visitor would not send, or not like that. */
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
    // The origin does not get these as the client has said them.
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
