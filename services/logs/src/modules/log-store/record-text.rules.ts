import type { StoredMatch } from '../records/stored-match.types.ts';
import type { LogRow } from './log-row.types.ts';
import { RECORD_COLUMNS } from './record-rows.types.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const NULL = String.raw`\N`;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

type Column = (typeof RECORD_COLUMNS)[number];
const AT = Object.fromEntries(RECORD_COLUMNS.map((column, i) => [column, i])) as Record<Column, number>;

/** Offsets of a line's columns. */
type Ends = Int32Array;

/** The rows of these chunks in a text of records (`RecordRows`), as the stores return them. */
export function* rowsInText(
  text: Buffer,
  chunkNos: ReadonlySet<string>,
): Generator<{ chunkNo: string; row: LogRow }> {
  const ends: Ends = new Int32Array(RECORD_COLUMNS.length + 1);
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf(NEWLINE, from);
    const to = newline < 0 ? text.length : newline;
    if (findColumns(text, from, to, ends)) {
      const chunkNo = plain(text, ends, 'chunk_no');
      if (chunkNos.has(chunkNo)) yield { chunkNo, row: rowOf(text, ends) };
    }
    from = to + 1;
  }
}

/** @returns false: it has other columns, as another version wrote it */
function findColumns(text: Buffer, from: number, to: number, ends: Ends): boolean {
  ends[0] = from - 1;
  let columns = 0;
  // Tabs within values are escaped.
  for (let at = from; at < to; at++)
    if (text[at] === TAB) {
      if (++columns === RECORD_COLUMNS.length) return false;
      ends[columns] = at;
    }
  ends[++columns] = to;
  return columns === RECORD_COLUMNS.length;
}

function rowOf(bytes: Buffer, ends: Ends): LogRow {
  const text = (column: Column) => textOf(bytes, ends, column);
  const number = (column: Column) => Number(plain(bytes, ends, column));
  const matches = text('matches');
  return {
    received_at: new Date(plain(bytes, ends, 'received_at')),
    site_no: number('site_no'),
    threat: number('threat'),
    action: number('action'),
    blocked: plain(bytes, ends, 'blocked') === 't',
    status: number('status'),
    origin_status: number('origin_status'),
    rule_id: plain(bytes, ends, 'rule_id'),
    duration_us: plain(bytes, ends, 'duration_us'),
    request_bytes: plain(bytes, ends, 'request_bytes'),
    response_bytes: plain(bytes, ends, 'response_bytes'),
    inbound_score: number('inbound_score'),
    request_id: text('request_id'),
    client_address: text('client_address'),
    country: text('country'),
    city: text('city'),
    asn: plain(bytes, ends, 'asn'),
    asn_name: text('asn_name'),
    protocol: text('protocol'),
    scheme: text('scheme'),
    host: text('host'),
    method: text('method'),
    target: text('target'),
    user_agent: text('user_agent'),
    referer: text('referer'),
    cache_status: text('cache_status'),
    reason: text('reason'),
    rule_message: text('rule_message'),
    server_name: text('server_name'),
    ja4: text('ja4'),
    tls_version: text('tls_version'),
    origin: text('origin'),
    origin_reason: text('origin_reason'),
    matches: matches === NULL ? null : (JSON.parse(matches) as StoredMatch[]),
  };
}

/** The text of a number or a time, which has no escapes. */
function plain(bytes: Buffer, ends: Ends, column: Column): string {
  const at = AT[column];
  return bytes.toString('latin1', ends[at]! + 1, ends[at + 1]!);
}

function textOf(bytes: Buffer, ends: Ends, column: Column): string {
  const at = AT[column];
  const [from, to] = [ends[at]! + 1, ends[at + 1]!];
  const written = bytes.toString('utf8', from, to);
  for (let i = from; i < to; i++)
    if (bytes[i] === BACKSLASH && written !== NULL)
      return written.replace(/\\(.)/gs, (_, character: string) => ESCAPED[character] ?? character);
  return written;
}
