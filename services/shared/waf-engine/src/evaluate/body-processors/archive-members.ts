import { writeLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { Inflater } from '../inflate/inflater.ts';
import { bytesToString } from '../transformations/byte-buffer.ts';
import { MarkupLook } from './markup-look.ts';

const LOCAL_HEADER = 'PK\x03\x04';
const DIRECTORY_HEADER = 'PK\x01\x02';
const GZIP_HEAD = '\x1f\x8b\x08';
/**
 * Offsets of the lengths of the name and the extra field in a ZIP local header, and the header's own length (APPNOTE
 * 4.3.7).
 */
const NAME_LENGTH_AT = 26;
const EXTRA_LENGTH_AT = 28;
const HEADER_LENGTH = 30;

/**
 * Bytes of a member that are decompressed to see whether it is markup: the code tables of a block take about a hundred,
 * the rest is text.
 */
const SNIFFED_BYTES = 256;
const INFLATED_SNIFF_BYTES = 64;
const PIECE = 4 * 1024;
/** Bytes of a document that are read to see whether it refers to others, if its prolog declares no entities. */
const ENOUGH = 64 * 1024;
const ENOUGH_BEHIND_BEGINNING = 8 * 1024;
const STEPS_PER_MEMBER = 20_000;
const STEPS_PER_PIECE = 4000;
const STEPS_PER_BYTE = 8;

/** As XML begins in ASCII, in UTF-16 and in EBCDIC, or blanks of which more may follow. */
const MARKUP = /^(?:\xef\xbb\xbf)?[ \t\r\n]*(?:<|$)|^(?:\xff\xfe|\xfe\xff)|^\0?<\0?|^Lo\xa7\x94/;
/** For all archives of a request, in bytes. */
export interface MarkupRoom {
  /** Remaining bytes of text shown to rules. */
  texts: number;
  /**
   * Remaining bytes decompressed or copied for the search: many headers may point to one text, and a few bytes may
   * expand to a megabyte.
   */
  unpacked: number;
}

export interface MarkupFound {
  readonly texts: readonly ByteString[];
  /** False: there was no room for the rest of a document that may still declare something, or for further documents. */
  readonly isAll: boolean;
}

/** Whether a file is one that {@link markupInArchive} looks into. */
export const isArchive = (content: ByteString): boolean =>
  content.startsWith(LOCAL_HEADER) || content.startsWith(GZIP_HEAD);

/**
 * Finds markup in a ZIP (office documents, books, maps) or in gzip (drawings) that may make a reader of the file fetch
 * something: documents with a document type, or of kinds that refer to other places. Every local header counts,
 * wherever it is and whatever the directory says, and a member is decompressed if that yields something, whatever its
 * header says.
 */
export function* markupInArchive(
  archive: ByteString,
  room: MarkupRoom,
  budget: ReadingBudget,
): Pausable<MarkupFound> {
  const found: ByteString[] = [];
  const seen = new Set<number>();
  let isAll = true;
  for (const start of memberStarts(archive)) {
    budget.steps += STEPS_PER_MEMBER;
    if (budget.isSliceOver) yield;
    if (start === null || seen.has(start)) continue;
    seen.add(start);
    if (!isMarkup(archive, start)) continue;
    if (room.unpacked <= 0) return { texts: found, isAll: false };
    const member = new Member(archive, start);
    yield* member.read(room, budget);
    isAll &&= member.isAll;
    if (!member.isTelling) continue;
    const text = member.text();
    found.push(text);
    room.texts = Math.max(0, room.texts - text.length);
  }
  return { texts: found, isAll };
}

/** Start of each member, compressed or not; `null`: a header that is cut off. */
function* memberStarts(archive: ByteString): Generator<number | null> {
  if (archive.startsWith(GZIP_HEAD)) yield 0;
  if (!archive.startsWith(LOCAL_HEADER)) return;
  for (let at = 0; at >= 0; at = archive.indexOf(LOCAL_HEADER, at + LOCAL_HEADER.length)) {
    const start =
      at + HEADER_LENGTH + wordAt(archive, at + NAME_LENGTH_AT) + wordAt(archive, at + EXTRA_LENGTH_AT);
    yield start < archive.length ? start : null;
  }
}

/** 0 beyond the end. */
const wordAt = (text: ByteString, at: number): number =>
  (text.charCodeAt(at) || 0) | ((text.charCodeAt(at + 1) || 0) << 8);

const firstBytes = new Uint8Array(SNIFFED_BYTES);
const firstLook = new Inflater('bare', INFLATED_SNIFF_BYTES);

/** Checks the raw and the decompressed bytes. A stream that ends early has shown enough. */
function isMarkup(archive: ByteString, start: number): boolean {
  if (archive.startsWith(GZIP_HEAD, start)) return true;
  const raw = archive.slice(start, start + SNIFFED_BYTES);
  if (MARKUP.test(raw)) return true;
  writeLatin1(raw, firstBytes);
  firstLook.beginAnew();
  firstLook.give(firstBytes.subarray(0, raw.length));
  const first = firstLook.next();
  return first !== null && MARKUP.test(bytesToString(first, first.length));
}

/** One member that is markup, as far as it has to be read. */
class Member {
  isAll = true;
  private readonly pieces: ByteString[] = [];
  private readonly look = new MarkupLook();
  private readonly archive: ByteString;
  private readonly start: number;
  private readonly isGzip: boolean;

  constructor(archive: ByteString, start: number) {
    this.archive = archive;
    this.start = start;
    this.isGzip = archive.startsWith(GZIP_HEAD, start);
  }

  get isTelling(): boolean {
    return this.isGzip || this.look.hasDoctype || this.look.isReferring;
  }

  text(): ByteString {
    return this.pieces.join('');
  }

  *read(room: MarkupRoom, budget: ReadingBudget): Pausable<void> {
    const { archive, start, isGzip } = this;
    if (!isGzip && MARKUP.test(archive.slice(start, start + SNIFFED_BYTES))) {
      yield* this.readStored(room, budget);
      return;
    }
    const inflater = new Inflater(isGzip ? 'gzip' : 'bare');
    for (let at = start; at < archive.length && !inflater.isOver; at += PIECE) {
      const piece = archive.slice(at, at + PIECE);
      // Others may unpack theirs while this one waits.
      const bytes = new Uint8Array(piece.length);
      writeLatin1(piece, bytes);
      inflater.give(bytes);
      for (let text = inflater.next(); text !== null; text = inflater.next()) {
        this.add(bytesToString(text, text.length), room);
        budget.steps += STEPS_PER_PIECE + text.length * STEPS_PER_BYTE;
        if (this.isOver(room)) return;
        if (budget.isSliceOver) yield;
      }
      budget.steps += STEPS_PER_PIECE;
      if (budget.isSliceOver) yield;
    }
  }

  /**
   * Reads an uncompressed member up to the next header. Its stated length may be wrong; XML does not contain a header's
   * bytes, except as two characters of UTF-16.
   */
  private *readStored(room: MarkupRoom, budget: ReadingBudget): Pausable<void> {
    const { archive } = this;
    const isWide = WIDE.test(archive.slice(this.start, this.start + 2));
    for (let at = this.start; at < archive.length; at += PIECE) {
      const end = isWide ? -1 : endOfStored(archive.slice(at, at + PIECE + LOCAL_HEADER.length - 1));
      this.add(archive.slice(at, at + (end < 0 ? PIECE : end)), room);
      // Before the first element such bytes do not end it: lenient readers skip them in a comment and find the document
      // type after it.
      const hasEnded = end >= 0 && this.look.sinceBegun >= 0;
      if (end >= 0 && !hasEnded) this.add(archive.slice(at + end, at + PIECE), room);
      budget.steps += PIECE * STEPS_PER_BYTE;
      if (hasEnded || this.isOver(room)) return;
      if (budget.isSliceOver) yield;
    }
  }

  /** Whether reading can stop, because enough is known or the room is used up. */
  private isOver(room: MarkupRoom): boolean {
    if (this.isEnough()) return true;
    if (room.unpacked <= 0) {
      this.isAll = false;
      return true;
    }
    const { look } = this;
    if (look.length <= room.texts) return false;
    // Documents that refer to other places do so early; a prolog has to be read to its end.
    this.isAll = look.sinceBegun >= 0 && !look.hasDoctype;
    return true;
  }

  private add(bytes: ByteString, room: MarkupRoom): void {
    room.unpacked -= bytes.length;
    const text = plain(bytes);
    this.pieces.push(text);
    this.look.show(text);
  }

  /** A document without a type of its own is known by its beginning. */
  private isEnough(): boolean {
    const { hasDoctype, isReferring, length, sinceBegun } = this.look;
    if (hasDoctype || sinceBegun < 0) return false;
    return length >= ENOUGH || (!this.isGzip && !isReferring && sinceBegun >= ENOUGH_BEHIND_BEGINNING);
  }
}

const WIDE = /\0|^(?:\xff\xfe|\xfe\xff)/;

/** Less than 0: it continues. */
function endOfStored(piece: ByteString): number {
  const [header, directory] = [piece.indexOf(LOCAL_HEADER), piece.indexOf(DIRECTORY_HEADER)];
  return header < 0 || directory < 0 ? Math.max(header, directory) : Math.min(header, directory);
}

/** The ASCII characters of a UTF-16 text. */
const plain = (text: ByteString): ByteString => text.replaceAll('\0', '');
