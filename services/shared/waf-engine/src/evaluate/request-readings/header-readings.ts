import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';
import { transformationsByName } from '../transformations/index.ts';
import { mayBeCoded } from './coded-text.ts';
import { addRefererReadings } from './referer-readings.ts';

/**
 * What speaks to servers and caches rather than to programs, in syntaxes full of quotes, semicolons and stars; and what rules
 * look at under a name of its own. All other headers are looked at, since a program may read whichever it likes.
 */
const PROTOCOL_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'date',
  'digest',
  'if-modified-since',
  'if-unmodified-since',
  'keep-alive',
  'pragma',
  'priority',
  'proxy-authorization',
  'referer',
  'signature',
  'signature-input',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'upgrade-insecure-requests',
  'user-agent',
]);
/** Of browsers about themselves; pages cannot set them, apart from the one that a socket's page names its protocol by. */
const BROWSER_HEADER = /^sec-(?!websocket-protocol$)/;

/** What may be accepted, with its parameters, and blanks left out: `text/html;q=0.9,*\/*`. */
const PREFERENCE = String.raw`[\w.+*/-]+(?:;[\w-]+=(?:[\w.+*/:-]+|"[^"'<>;]{0,100}"))*`;
const PREFERENCES = new RegExp(`^${PREFERENCE}(?:,${PREFERENCE})*,?$`);
/** Marks of versions, and dates instead of one. */
const ETAG = String.raw`(?:W/)?"[\w+/=.:~@!-]*"`;
const ETAGS = new RegExp(String.raw`^(?:\*|${ETAG}(?:,${ETAG})*|[\w+/=.:,-]*)$`);
const BLANKS = /[ \t]+/g;

/** What nearly every request has, of which nothing more need be known; an application's own pages are of `file://`. */
const PLAIN_VALUES: ReadonlyMap<string, RegExp> = new Map([
  ['host', /^[\w.:-]*$/],
  ['origin', /^(?:null|[\w+.-]+:\/\/[\w.:-]*)$/],
  ['accept-language', /^[\w.,;=* -]{0,200}$/],
  ['accept', PREFERENCES],
  ['accept-charset', PREFERENCES],
  ['accept-encoding', PREFERENCES],
  ['if-match', ETAGS],
  ['if-none-match', ETAGS],
  ['if-range', ETAGS],
  ['range', /^\w{1,20}=[\d,-]*$/],
]);
/** Too short for a serialised object, and without signs nothing else can be written, but in base64 or hexadecimal digits. */
const SHORT_WORD = /^[\w.-]{0,20}$/;

/** `trace=1&page=list`, of monitoring in browsers: its signs look like operators, and nothing else is in it. */
const PLAIN_PAIRS = /^[\w.-]+=[\w/-]*(?:&[\w.-]+=[\w/-]*)+$/;

/** Names come first: most headers are of the protocol, and a pattern on each value would cost more than all else here. */
export function addHeaderReadings(headers: readonly Entry[], into: Entry[]): void {
  for (const entry of headers) {
    const { lowerKey } = entry;
    if (PROTOCOL_HEADERS.has(lowerKey)) {
      if (lowerKey === 'authorization' && !isPlain(entry)) addCredentials(entry, into);
      else if (lowerKey === 'referer') addRefererReadings(entry, into);
    } else if (BROWSER_HEADER.test(lowerKey) || isPlain(entry)) continue;
    else if (lowerKey === 'forwarded') addForwarded(entry, into);
    else {
      into.push(entry);
      if (lowerKey === 'x-forwarded-for') addBehindAddresses(entry, into);
    }
  }
}

const isPlain = ({ lowerKey, value }: Entry): boolean =>
  (SHORT_WORD.test(value) ||
    PLAIN_VALUES.get(lowerKey)?.test(value.replace(BLANKS, '')) === true ||
    PLAIN_PAIRS.test(value)) &&
  !mayBeCoded(value);

/** Of proxies, each with a comma behind it. */
const ADDRESSES = /^[\w.:[\], ]*,/;
const ADDRESS = /^[\w.:[\]]*$/;

const CREDENTIALS = /^\s*(basic|bearer|token)\s+/i;

/** Texts in quotes of other schemes' parameters, as Digest has them. */
const PARAMETER_TEXT = /=\s{0,4}"([^"]*)"/g;

/** Names and passwords of Basic, tokens of Bearer, of other schemes those parameters that are texts. */
function addCredentials({ collection, key, value }: Entry, into: Entry[]): void {
  const scheme = CREDENTIALS.exec(value);
  const add = (text: ByteString) => into.push(new Entry(collection, key, text));
  if (scheme === null) {
    if (!/\s*\w+\s/y.test(value)) add(value);
    else for (const [, text] of value.matchAll(PARAMETER_TEXT)) if (!SHORT_WORD.test(text!)) add(text!);
    return;
  }
  const text = value.slice(scheme[0].length);
  if (scheme[1]!.toLowerCase() !== 'basic') {
    add(text);
    return;
  }
  const decoded = transformationsByName.base64DecodeExt.apply(text);
  const colon = decoded.indexOf(':');
  add(colon < 0 ? decoded : decoded.slice(0, colon));
  if (colon >= 0) add(decoded.slice(colon + 1));
}

/** What stands behind the addresses of proxies, or before them, is a value by itself. */
function addBehindAddresses({ collection, key, value }: Entry, into: Entry[]): void {
  const behind = value.replace(ADDRESSES, '').trimStart();
  if (behind !== value && !ADDRESS.test(behind)) into.push(new Entry(collection, key, behind));
}

/** `for="[2001:db8::1]:80";host=a, for=…` (RFC 7239): what programs take is the value of a parameter, without quotes. */
function addForwarded({ collection, key, value }: Entry, into: Entry[]): void {
  for (const parameter of value.split(/[;,]/)) {
    const text = parameter.slice(parameter.indexOf('=') + 1).trim();
    into.push(new Entry(collection, key, text.replace(/^"|"$/g, '')));
  }
}
