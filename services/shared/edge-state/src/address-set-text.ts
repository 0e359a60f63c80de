import { LIST_LIMITS } from '@palisade/site-policy';
import ipaddr from 'ipaddr.js';
import { AddressSet } from './address-set.ts';
import { EdgeStateError, type EdgeStateErrorCode } from './errors.ts';
import { SortedNetworksBuilder } from './sorted-networks.ts';

export const MAX_SET_ENTRIES = LIST_LIMITS.entries;
export const MAX_SET_TEXT_BYTES = LIST_LIMITS.textBytes;
/** Maximum number of invalid lines that are reported. */
const MAX_REPORTED_LINES = 10;
const MAX_REPORTED_LENGTH = 100;
/** No entry is longer; what is, is none. */
const MAX_LINE = 1_000;

/** A line of which nothing could be made. */
export interface RefusedLine {
  line: number;
  text: string;
  /** Reason of an invalid line; for addresses there is none. */
  why?: string;
}

export interface ParsedAddresses {
  set: AddressSet;
  /** Lines that are neither entries nor comments. */
  refused: number;
  /** The first of them. */
  refusedLines: RefusedLine[];
}

const LF = 10;
const DOT = 46;
const SLASH = 47;
/** What editors on Windows put before the first line. */
const MARK = Buffer.from('\uFEFF');
const startOf = (text: Uint8Array): number =>
  MARK.compare(text.subarray(0, MARK.length)) === 0 ? MARK.length : 0;
const BLANKS: ReadonlySet<number> = new Set([9, 13, 32]);
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
/** What may follow an entry: the end of its line, a blank, a comma, a semicolon, a quote or a comment. */
const ENDS: ReadonlySet<number> = new Set([LF, 13, 32, 9, 44, 59, 34, 35]);

/**
 * Reads lists as they are published: one address, network or range (`192.0.2.1-192.0.2.9`) a line, or the first column of
 * comma- or semicolon-separated ones; comments behind `#`, `;` or `//`; what `ipset save` writes (`add NAME 192.0.2.0/24`).
 * The first line may be names of columns. Time and memory are linear in the length of the text.
 *
 * Errors: `list_too_large`; `list_not_addresses` where more lines are refused than read, such as for a page that
 * says that there is no such file.
 */
export function parseAddressText(text: Uint8Array): ParsedAddresses {
  if (text.length > MAX_SET_TEXT_BYTES)
    throw new EdgeStateError('list_too_large', `more than ${MAX_SET_TEXT_BYTES} bytes`);
  const builder = new SortedNetworksBuilder(4 * MAX_SET_ENTRIES);
  const refusedLines: ParsedAddresses['refusedLines'] = [];
  let refused = 0;
  let read = 0;
  let line = 0;
  let isFirstRefused = false;
  for (let start = startOf(text); start < text.length; line++) {
    const found = text.indexOf(LF, start);
    const end = found < 0 ? text.length : found;
    const kind = addPlainV4(text, start, end, builder) ? 'entry' : addLine(text, start, end, builder);
    if (kind === 'entry') read++;
    else if (kind === 'refused' && line === 0) isFirstRefused = true;
    else if (kind === 'refused') {
      refused++;
      if (refusedLines.length < MAX_REPORTED_LINES)
        refusedLines.push({ line: line + 1, text: excerpt(text, start, end) });
    }
    start = end + 1;
  }
  // Names of columns have something below them.
  if (refused > read || (isFirstRefused && read === 0))
    throw new EdgeStateError('list_not_addresses', 'most lines are no addresses');
  const set = new AddressSet(AddressSet.encode(builder.finish()));
  if (set.size > MAX_SET_ENTRIES)
    throw new EdgeStateError('list_too_large', `more than ${MAX_SET_ENTRIES} entries`);
  return { set, refused, refusedLines };
}

/** Fast path for most lines of a long list: a single IPv4 address or network. False: anything else. */
function addPlainV4(text: Uint8Array, start: number, end: number, builder: SortedNetworksBuilder): boolean {
  let at = start;
  let address = 0;
  for (let part = 0; part < 4; part++) {
    if (part > 0 && text[at++] !== DOT) return false;
    const first = at;
    let value = 0;
    while (at < end && at - first < 3 && isDigit(text[at]!)) value = value * 10 + text[at++]! - 48;
    const hasLeadingZero = at - first > 1 && text[first] === 48;
    if (at === first || value > 255 || hasLeadingZero) return false;
    address = address * 256 + value;
  }
  let length = 32;
  if (text[at] === SLASH && at < end) {
    const first = ++at;
    length = 0;
    while (at < end && at - first < 2 && isDigit(text[at]!)) length = length * 10 + text[at++]! - 48;
    if (at === first || length > 32) return false;
  }
  if (at < end && !ENDS.has(text[at]!)) return false;
  builder.addV4(address, length);
  return true;
}

/** A text line by line, and what was made of its lines. Lines are byte strings; what is too long is refused unread. */
export class LineReader {
  private readonly text: Uint8Array;
  private start = 0;
  private end: number;
  private line = 0;
  private read = 0;
  private isFirstRefused = false;
  readonly leftOut: { refused: number; refusedLines: RefusedLine[] } = { refused: 0, refusedLines: [] };

  /** Errors: `list_too_large`. */
  constructor(text: Uint8Array) {
    if (text.length > MAX_SET_TEXT_BYTES)
      throw new EdgeStateError('list_too_large', `more than ${MAX_SET_TEXT_BYTES} bytes`);
    this.text = text;
    this.end = startOf(text) - 1;
  }

  /** Without blanks around it, those of ASCII: other letters of UTF-8 end in bytes that are blanks by themselves. Null: there is none any more. */
  next(): string | null {
    for (;;) {
      this.start = this.end + 1;
      if (this.start >= this.text.length) return null;
      this.line++;
      const found = this.text.indexOf(LF, this.start);
      this.end = found < 0 ? this.text.length : found;
      if (this.end - this.start <= MAX_LINE) return trimmed(this.text, this.start, this.end);
      this.refuse(`longer than ${MAX_LINE} characters`);
    }
  }

  accept(): void {
    this.read++;
  }

  /** The first line may be names of columns. */
  refuse(why: string): void {
    if (this.line === 1) {
      this.isFirstRefused = true;
      return;
    }
    const { leftOut } = this;
    leftOut.refused++;
    if (leftOut.refusedLines.length < MAX_REPORTED_LINES)
      leftOut.refusedLines.push({ line: this.line, text: excerpt(this.text, this.start, this.end), why });
  }

  /** Once all is read: a text of which most lines are refused is another one. */
  refuseOtherText(code: EdgeStateErrorCode): void {
    if (this.leftOut.refused > this.read || (this.isFirstRefused && this.read === 0))
      throw new EdgeStateError(code, 'most lines are not what the list holds');
  }
}

function trimmed(text: Uint8Array, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && BLANKS.has(text[start]!)) start++;
  while (end > start && BLANKS.has(text[end - 1]!)) end--;
  return Buffer.from(text.buffer, text.byteOffset + start, end - start).toString('latin1');
}

function addLine(
  text: Uint8Array,
  start: number,
  end: number,
  builder: SortedNetworksBuilder,
): 'entry' | 'nothing' | 'refused' {
  if (end - start > MAX_LINE) return 'refused';
  const line = Buffer.from(text.buffer, text.byteOffset + start, end - start)
    .toString('latin1')
    .trim();
  const words = line.split(/[\s,;#]/, 4);
  // `ipset save` says which set it makes before what is in it.
  if (words[0] === '' || line.startsWith('//') || words[0] === 'create') return 'nothing';
  const entry = (words[0] === 'add' ? words[2] : words[0])?.replaceAll('"', '') ?? '';
  return addEntry(entry, builder) ? 'entry' : 'refused';
}

function addEntry(entry: string, builder: SortedNetworksBuilder): boolean {
  const dash = entry.indexOf('-');
  if (dash > 0) return addRange(entry.slice(0, dash), entry.slice(dash + 1), builder);
  const [address = '', length, ...rest] = entry.split('/');
  if (rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return false;
  const bytes = bytesOfAddress(address);
  if (bytes === null) return false;
  const width = address.includes(':') ? 128 : 32;
  // An IPv4 network in IPv6 notation keeps as many bits of its own.
  const bits = (length === undefined ? width : Number(length)) - (width - bytes.length * 8);
  if (bits < 0 || bits > bytes.length * 8) return false;
  if (bytes.length === 4) builder.addV4(wordOf(bytes, 0), bits);
  else
    builder.addV6(
      [0, 4, 8, 12].map((at) => wordOf(bytes, at)),
      bits,
    );
  return true;
}

/** IPv4 only: nobody publishes others. */
function addRange(from: string, to: string, builder: SortedNetworksBuilder): boolean {
  const [first, last] = [bytesOfAddress(from), bytesOfAddress(to)];
  if (first?.length !== 4 || last?.length !== 4) return false;
  let start = wordOf(first, 0);
  const end = wordOf(last, 0);
  if (start > end) return false;
  while (start <= end) {
    // The widest network that begins here and ends within.
    let length = 32;
    while (length > 0 && start % 2 ** (33 - length) === 0 && start + 2 ** (33 - length) - 1 <= end) length--;
    builder.addV4(start, length);
    start += 2 ** (32 - length);
  }
  return true;
}

function bytesOfAddress(address: string): number[] | null {
  const isPlain = address.includes(':')
    ? ipaddr.IPv6.isValid(address) && !address.includes('%')
    : ipaddr.IPv4.isValidFourPartDecimal(address);
  return isPlain ? ipaddr.process(address).toByteArray() : null;
}

const wordOf = (bytes: readonly number[], at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;

const excerpt = (text: Uint8Array, start: number, end: number): string =>
  Buffer.from(text.subarray(start, Math.min(end, start + MAX_REPORTED_LENGTH)))
    .toString('utf8')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
