import type { ByteString } from '../../model/api.ts';
import { Entry, KnownEntry, NO_ENTRIES } from '../../model/entry.ts';
import { transformationsByName } from '../transformations/index.ts';
import { holdsCodedRun } from './coded-runs.ts';
import { mayBeCoded } from './coded-text.ts';
import { HeaderMemo } from './header-memo.ts';
import { addRefererReadings } from './referer-readings.ts';

/**
 * Headers for servers and caches rather than programs, in syntaxes full of quotes, semicolons and stars; and those that
 * rules inspect under names of their own. All other headers are inspected, since a program may read any.
 */
const PROTOCOL_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'cookie',
  'keep-alive',
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
/** Browsers' headers about themselves; the same patterns apply to all of them. */
const BROWSER_HEADER = /^sec-(?!websocket-protocol$)/;
/** A word, a number, or brands with their versions, of which some are made up of signs: `"Not(A:Brand";v="8"`. */
const BROWSER_VALUE = String.raw`(?:\?[01]|[\w.+/=-]*|"[\w ().:;/?=_+-]*"(?:;v="[\w.]*")?)`;
const BROWSER_VALUES = new RegExp(`^${BROWSER_VALUE}(?:, ?${BROWSER_VALUE})*$`);

/** What may be accepted, with its parameters, and blanks left out: `text/html;q=0.9,*\/*`. */
const PREFERENCE = String.raw`[\w.+*/-]+(?:;[\w-]+=(?:[\w.+*/:-]+|"[^"'<>;]{0,100}"))*`;
const PREFERENCES = new RegExp(`^${PREFERENCE}(?:,${PREFERENCE})*,?$`);
/** Marks of versions, and dates instead of one. */
const ETAG = String.raw`(?:W/)?"[\w+/=.:~@!-]*"`;
const ETAGS = new RegExp(String.raw`^(?:\*|${ETAG}(?:,${ETAG})*|[\w+/=.:,-]*)$`);
/** `max-age=0, private="x-a"`, and dates of any age; blanks left out. */
const DIRECTIVES = /^[\w-]*(?:=(?:[\w.-]*|"[\w,-]*"))?(?:[,;][\w-]*(?:=(?:[\w.-]*|"[\w,-]*"))?)*$/;
const DATE = /^[\w,:+;=()-]*$/;
/** A boundary may have signs; of quotes it has its own. */
const MEDIA_TYPE =
  /^[\w.+*-]+\/[\w.+*-]+(?:;(?:[\w-]+=(?:[\w.+/:=?()#-]*|"[\w.+/:;,=?()#-]*"|'[\w.+/:=?#-]*'))?)*(?:,[\w.+*-]+\/[\w.+*-]+)?$/;
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
  ['cache-control', DIRECTIVES],
  ['pragma', DIRECTIVES],
  ['date', DATE],
  ['if-modified-since', DATE],
  ['if-unmodified-since', DATE],
  ['digest', /^[\w-]+=[\w+/=]*(?:,[\w-]+=[\w+/=]*)*$/],
  ['content-type', MEDIA_TYPE],
]);
/** Too short for a serialised object, and without signs nothing else can be written, but in base64 or hexadecimal digits. */
const SHORT_WORD = /^[\w.-]{0,20}$/;

/** `trace=1&page=list`, of monitoring in browsers: its signs look like operators, and nothing else is in it. */
const PLAIN_PAIRS = /^[\w.-]+=[\w/-]*(?:&[\w.-]+=[\w/-]*)+$/;

/** Names come first: most headers are of the protocol, and a pattern on each value would cost more than all else here. */
export function addHeaderReadings(headers: readonly Entry[], into: Entry[], remembers = true): void {
  for (const entry of headers) {
    if (entry.known === null || !remembers) addReadings(entry, into, remembers);
    else for (const reading of entry.known.readings ?? readingsOf(entry, entry.known)) into.push(reading);
  }
}

/** If a header has more they are not cached: they would take more memory than the header. */
const MAX_KEPT = 2;

/** For a recurring header. The result is cached as long as the header is. */
function readingsOf(entry: Entry, known: KnownEntry): readonly Entry[] {
  const readings: Entry[] = [];
  addReadings(entry, readings, true);
  if (readings.length > MAX_KEPT) return readings;
  for (const reading of readings) reading.known ??= new KnownEntry();
  known.readings = readings.length === 0 ? NO_ENTRIES : readings;
  return readings;
}

function addReadings(entry: Entry, into: Entry[], remembers: boolean): void {
  const { lowerKey } = entry;
  if (PROTOCOL_HEADERS.has(lowerKey)) {
    // No log-in is to be remembered.
    if (lowerKey === 'authorization' && !isPlain(entry)) addCredentials(entry, into);
    else if (lowerKey === 'referer') addRefererReadings(entry, into);
  } else if (plainHeaders.ask(entry, remembers)) return;
  else if (lowerKey === 'forwarded') addForwarded(entry, into);
  else {
    into.push(entry);
    addQuoted(entry, into);
    if (lowerKey === 'x-forwarded-for') addBehindAddresses(entry, into);
    else addBehindItems(entry, into);
  }
}

const isPlain = ({ lowerKey, value }: Entry): boolean =>
  (SHORT_WORD.test(value) ||
    PLAIN_VALUES.get(lowerKey)?.test(value.replace(BLANKS, '')) === true ||
    (BROWSER_HEADER.test(lowerKey) && BROWSER_VALUES.test(value)) ||
    PLAIN_PAIRS.test(value)) &&
  !mayBeCoded(value) &&
  !holdsCodedRun(value);

const plainHeaders = new HeaderMemo(isPlain);

/** Maximum quoted texts of a header that are examined separately; legitimate headers have fewer. */
const MAX_QUOTED = 50;

/** Extracts the quoted parts of `W/"…"`, `name="…"` or a list of brands. */
function addQuoted({ collection, key, value }: Entry, into: Entry[]): void {
  if (!value.includes('"')) return;
  for (const text of value.split('"', MAX_QUOTED))
    if (text !== value && !SHORT_WORD.test(text)) into.push(new Entry(collection, key, text));
}

/** Proxies' addresses, each followed by a comma. */
const ADDRESSES = /^[\w.:[\], ]*,/;
const ADDRESS = /^[\w.:[\]]*$/;

const CREDENTIALS = /^\s*(basic|bearer|token)\s+/i;
const SCHEME = /^\s*[\w-]{1,40}\s+/;

/** Texts of other schemes' parameters, as Digest has them. */
const PARAMETER_TEXT = /=\s{0,4}(?:"([^"]*)"|([^",\s][^,]*))/g;
const PARAMETERS = /^\s*\w[\w-]*\s+\w[\w-]*\s{0,4}=/;
/** Scopes of keys, lists of headers, signatures. */
const PLAIN_PARAMETER = /^[\w.:;+=@~-]*(?:\/[\w.:;+=@~-]+)*$/;

/** A key of AWS, and of those who sign as it does, up to the day, the region and the service that it is for. */
const SIGNED_KEY = /^\s*[\w-]{1,40}\s+Credential\s*=/i;
const SCOPE = /\/\d{8}\/[\w-]{1,40}\/[\w-]{1,40}\/\w{1,20}_request\b/;
const KEY = /^[\w.@+-]*$/;

/** Names and passwords of Basic, tokens of Bearer, of other schemes those parameters that are texts. */
function addCredentials({ collection, key, value }: Entry, into: Entry[]): void {
  const scheme = CREDENTIALS.exec(value);
  const add = (text: ByteString) => into.push(new Entry(collection, key, text));
  if (scheme === null) {
    if (!PARAMETERS.test(value)) {
      add(value);
      const behind = value.replace(SCHEME, '');
      if (behind !== value) add(behind);
    } else
      for (const [, quoted, bare = ''] of value.matchAll(PARAMETER_TEXT)) {
        const text = quoted ?? bare;
        const isPlain = quoted === undefined ? PLAIN_PARAMETER.test(text) : SHORT_WORD.test(text);
        if (!isPlain || holdsCodedRun(text)) add(text);
      }
    const signed = signedKey(value);
    if (signed !== null) add(signed);
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

/** Whatever it is made of, commas and quotes too; `null`: there is none, or nothing but a name. */
function signedKey(value: ByteString): ByteString | null {
  const before = SIGNED_KEY.exec(value)?.[0];
  const end = before === undefined ? -1 : value.search(SCOPE);
  if (before === undefined || end < before.length) return null;
  const key = value.slice(before.length, end);
  return KEY.test(key) && !mayBeCoded(key) ? null : key;
}

/** Text after or before the addresses of proxies is a value of its own. */
function addBehindAddresses({ collection, key, value }: Entry, into: Entry[]): void {
  const behind = value.replace(ADDRESSES, '').trimStart();
  if (behind !== value && !ADDRESS.test(behind)) into.push(new Entry(collection, key, behind));
}

/** Items of a list, each followed by a comma. */
const PLAIN_ITEMS = /^(?:[\w.*+/=:-]{1,60},[ \t]*)+/;

function addBehindItems({ collection, key, value }: Entry, into: Entry[]): void {
  const behind = value.replace(PLAIN_ITEMS, '');
  if (behind !== value && !SHORT_WORD.test(behind)) into.push(new Entry(collection, key, behind));
}

/** `for="[2001:db8::1]:80";host=a, for=…` (RFC 7239): what programs take is the value of a parameter, without quotes. */
function addForwarded({ collection, key, value }: Entry, into: Entry[]): void {
  for (const parameter of value.split(/[;,]/)) {
    const text = parameter.slice(parameter.indexOf('=') + 1).trim();
    into.push(new Entry(collection, key, text.replace(/^"|"$/g, '')));
  }
}
