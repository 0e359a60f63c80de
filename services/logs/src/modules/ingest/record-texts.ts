import { keptBytes, NO_TEXT, RememberedText } from '../log-store/remembered-text.rules.ts';
import { countedValue } from '../records/facet-columns.rules.ts';
import { ValueCache } from '../records/value-cache.rules.ts';
import { FIELD, latin1, type RecordView } from './record-view.ts';

/** The edge bounds a record's texts; they are truncated here too, in case an edge misbehaves. */
export const MAX_TEXT_BYTES = 16 * 1024;
/** A JA4 has 36 bytes, a version three, an origin a name of 253 between scheme and port. */
export const MAX_BYTES = { ja4: 64, tlsVersion: 8, origin: 288, originReason: 16 } as const;
const MAX_PATH_BYTES = 200;
const MAX_ADDRESS_BYTES = 64;
/** Maximum length of methods and cache statuses. */
const MAX_WORD_BYTES = 32;
const MAX_AGENT_BYTES = 200;
const MAX_NETWORK_NAME_BYTES = 80;
const QUESTION_MARK = 0x3f;

type ValueOf = (bytes: Buffer, from: number, to: number) => string;
const uncounted: ValueOf = () => '';
const cleaned =
  (maxBytes: number): ValueOf =>
  (bytes, from, to) =>
    cleanKey(bytes, from, to, maxBytes);

interface Remembered {
  field: number;
  /** Number of cached texts, and their maximum length; longer ones are decoded each time. 12 MB altogether. */
  size: number;
  maxBytes: number;
  counted?: ValueOf;
  /** The rest is truncated. */
  cutAt?: number;
}

/** Texts shared by many records. */
const FIELDS: readonly Remembered[] = [
  { field: FIELD.clientAddress, size: 32_768, maxBytes: 64, counted: cleaned(MAX_ADDRESS_BYTES) },
  {
    field: FIELD.country,
    size: 1_024,
    maxBytes: 8,
    counted: (bytes, from, to) => (to - from === 2 ? cleanKey(bytes, from, to, 2) : ''),
  },
  { field: FIELD.city, size: 4_096, maxBytes: 64 },
  {
    field: FIELD.asnName,
    size: 4_096,
    maxBytes: 96,
    counted: nameOf,
  },
  { field: FIELD.protocol, size: 64, maxBytes: 16 },
  { field: FIELD.scheme, size: 64, maxBytes: 16 },
  { field: FIELD.host, size: 4_096, maxBytes: 128 },
  { field: FIELD.method, size: 256, maxBytes: 32, counted: cleaned(MAX_WORD_BYTES) },
  { field: FIELD.target, size: 16_384, maxBytes: 256, counted: pathOf },
  { field: FIELD.userAgent, size: 4_096, maxBytes: 256, counted: cleaned(MAX_AGENT_BYTES) },
  { field: FIELD.referer, size: 8_192, maxBytes: 256 },
  { field: FIELD.cacheStatus, size: 256, maxBytes: 32, counted: cleaned(MAX_WORD_BYTES) },
  { field: FIELD.reason, size: 1_024, maxBytes: 128 },
  { field: FIELD.ruleMessage, size: 1_024, maxBytes: 256 },
  { field: FIELD.serverName, size: 1_024, maxBytes: 128 },
  { field: FIELD.ja4, size: 4_096, maxBytes: MAX_BYTES.ja4, cutAt: MAX_BYTES.ja4 },
  { field: FIELD.tlsVersion, size: 64, maxBytes: MAX_BYTES.tlsVersion, cutAt: MAX_BYTES.tlsVersion },
  { field: FIELD.origin, size: 4_096, maxBytes: MAX_BYTES.origin, cutAt: MAX_BYTES.origin },
  { field: FIELD.originReason, size: 64, maxBytes: MAX_BYTES.originReason, cutAt: MAX_BYTES.originReason },
];

interface Column {
  field: number;
  cutAt: number;
  isCounted: boolean;
  cache: ValueCache<RememberedText>;
}

/** The texts of one record at a time, each decoded once for all uses. */
export class RecordTexts {
  private readonly texts: RememberedText[] = new Array(
    Math.max(...Object.values(FIELD).map((field) => field + 1)),
  ).fill(NO_TEXT);
  private readonly columns: readonly Column[] = FIELDS.map(
    ({ field, size, maxBytes, counted = uncounted, cutAt = MAX_TEXT_BYTES }) => ({
      field,
      cutAt,
      isCounted: counted !== uncounted,
      cache: new ValueCache(
        size,
        maxBytes,
        (bytes, from, to) =>
          new RememberedText(keptBytes(bytes, from, to), countedValue(counted(bytes, from, to))),
      ),
    }),
  );

  /** @param all false: only those that records are counted by */
  read({ bytes, from, to }: RecordView, all: boolean): void {
    // By index, which is faster than an iterator on this hot path.
    for (let i = 0; i < this.columns.length; i++) {
      const { field, cutAt, isCounted, cache } = this.columns[i]!;
      if (!all && !isCounted) continue;
      const begin = from[field]!;
      const end = Math.min(to[field]!, begin + cutAt);
      this.texts[field] = begin === end ? NO_TEXT : cache.get(bytes, begin, end);
    }
  }

  of(field: number): RememberedText {
    return this.texts[field]!;
  }
}

/** The request target without its query. */
function pathOf(bytes: Buffer, from: number, to: number): string {
  const most = Math.min(to, from + MAX_PATH_BYTES);
  let end = from;
  while (end < most && bytes[end] !== QUESTION_MARK) end++;
  return cleanKey(bytes, from, end, MAX_PATH_BYTES);
}

/** A name from a database of ours, which no stranger chooses: non-ASCII letters stay. */
function nameOf(bytes: Buffer, from: number, to: number): string {
  const name = cleanKey(bytes, from, to, MAX_NETWORK_NAME_BYTES);
  if (!name.includes('?')) return name;
  return bytes
    .toString('utf8', from, Math.min(to, from + MAX_NETWORK_NAME_BYTES))
    .replace(/[\p{Cc}\ufffd]/gu, '');
}

/** A facet value: ASCII unchanged, everything else replaced by a question mark. */
export function cleanKey(bytes: Buffer, from: number, to: number, max: number): string {
  const text = latin1(bytes, from, Math.min(to, from + max));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is being replaced
  return text.replace(/[\x00-\x1f\x7f-\xff]/g, '?');
}
