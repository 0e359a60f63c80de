import { NO_TEXT, printableBytes, RememberedText } from '../log-store/remembered-text.rules.ts';
import { ValueCache } from '../records/value-cache.rules.ts';
import { FIELD, latin1, type RecordView } from './record-view.ts';

/** A record's texts are bounded by the edge; beyond this they are cut, in case an edge is not what it should be. */
export const MAX_TEXT_BYTES = 16 * 1024;
/** JA4 has 36 bytes, a version three, an origin a name of 253 between scheme and port. */
export const MAX_BYTES = { ja4: 64, tlsVersion: 8, origin: 288, originReason: 16 } as const;
const MAX_PATH_BYTES = 200;
const MAX_ADDRESS_BYTES = 64;
/** Of methods and of what the cache did. */
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
  /** How many of its texts are remembered, and how long they may be; longer ones are made each time. All together have 12 MB. */
  size: number;
  maxBytes: number;
  counted?: ValueOf;
  /** What is beyond is cut. */
  cutAt?: number;
}

/** Texts of which many records have the same. */
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

/** The texts of one record at a time, each found once for all that is made of it. */
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
        (bytes, from, to) => new RememberedText(printableBytes(bytes, from, to), counted(bytes, from, to)),
      ),
    }),
  );

  /** @param all false: those alone that records are counted by */
  read({ bytes, from, to }: RecordView, all: boolean): void {
    // By index: for each record, and quicker than what hands out pairs.
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

/** The target without its query. */
function pathOf(bytes: Buffer, from: number, to: number): string {
  const most = Math.min(to, from + MAX_PATH_BYTES);
  let end = from;
  while (end < most && bytes[end] !== QUESTION_MARK) end++;
  return cleanKey(bytes, from, end, MAX_PATH_BYTES);
}

/** A name out of a database of ours, which no stranger chooses: letters that are not ASCII stay. */
function nameOf(bytes: Buffer, from: number, to: number): string {
  const name = cleanKey(bytes, from, to, MAX_NETWORK_NAME_BYTES);
  if (!name.includes('?')) return name;
  return bytes
    .toString('utf8', from, Math.min(to, from + MAX_NETWORK_NAME_BYTES))
    .replace(/[\p{Cc}\ufffd]/gu, '');
}

/** A value to count by: ASCII as it is, everything else as a question mark. */
export function cleanKey(bytes: Buffer, from: number, to: number, max: number): string {
  const text = latin1(bytes, from, Math.min(to, from + max));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is being replaced
  return text.replace(/[\x00-\x1f\x7f-\xff]/g, '?');
}
