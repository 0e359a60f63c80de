import { bytesToLatin1, writeLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import { type InflateForm, Inflater } from '../inflate/inflater.ts';

/** gRPC, and Connect, which has the same frames where calls are streams; `-text` is the same in base64. */
const FRAMED = /^\s*application\/(?:grpc(?!-web-text)|connect\+)/i;
/** Type of the framed messages, if the outer type names it. */
const INNER = /^\s*application\/(?:grpc(?:-web)?|connect)\+?([\w.-]*)/i;
const HEAD = 5;
const PACKED = 1;
const DEFLATE = /\bdeflate\b/i;
/** Its first bytes. */
const GZIP = '\x1f\x8b';
/** Maximum messages of a unary call; streams are not handled here. */
const MAX_MESSAGES = 500;
/** Cost of unpacking in steps of a matcher: in any case, and per byte. */
const STEPS_PER_PIECE = 4000;
const STEPS_PER_BYTE = 8;
/** Room of all messages of a body, and how many times a body's length may come of it. */
const MIN_ROOM = 1024 * 1024;
const MAX_ROOM = 4 * MIN_ROOM;
const TIMES_PACKED = 16;

export const isFramed = (contentType: ByteString): boolean => FRAMED.test(contentType);

/** As a type of content: `application/json` for `application/connect+json`. */
export const typeOfMessages = (contentType: ByteString): ByteString =>
  `application/${INNER.exec(contentType)?.[1] || 'proto'}`;

interface Frame {
  readonly start: number;
  readonly end: number;
  readonly isPacked: boolean;
}

/** One more than the maximum, to detect that there are too many. */
function framesOf(content: ByteString): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at + HEAD <= content.length && frames.length <= MAX_MESSAGES; ) {
    const byte = (index: number): number => content.charCodeAt(at + index);
    const length = byte(1) * 0x1000000 + (byte(2) << 16) + (byte(3) << 8) + byte(4);
    const start = at + HEAD;
    const end = Math.min(content.length, start + length);
    if (end > start) frames.push({ start, end, isPacked: (byte(0) & PACKED) === PACKED });
    at = end;
  }
  return frames;
}

export interface Messages {
  readonly texts: readonly ByteString[];
  /**
   * False: there were too many, a compressed one could not be decompressed to its end, or the results exceeded the
   * limit.
   */
  readonly isAll: boolean;
}

/**
 * The messages of a framed body, decompressed.
 * @param codings all codings named in the request's fields. A stranger may send any, so the first bytes of a message
 * decide;
 *   codings that these do not reveal are tried if a field names them (deflate without a header)
 */
export function* framedMessages(
  content: ByteString,
  codings: ByteString,
  budget: ReadingBudget,
): Pausable<Messages> {
  const texts: ByteString[] = [];
  let room = Math.min(MAX_ROOM, MIN_ROOM + TIMES_PACKED * content.length);
  const frames = framesOf(content);
  let isAll = frames.length <= MAX_MESSAGES;
  for (const { start, end, isPacked } of frames.slice(0, MAX_MESSAGES)) {
    const message = content.slice(start, end);
    if (!isPacked) {
      texts.push(message);
      continue;
    }
    const bytes = new Uint8Array(message.length);
    writeLatin1(message, bytes);
    let isUnpacked = false;
    for (const form of formsOf(message, codings)) {
      const { text, isWhole } = yield* inflated(bytes, form, room, budget);
      if (text.length > room) return { texts, isAll: false };
      room -= text.length;
      if (text !== '') texts.push(text);
      isUnpacked ||= isWhole;
    }
    isAll &&= isUnpacked;
  }
  return { texts, isAll };
}

interface Unpacked {
  /** Decompressed up to where the input is damaged or truncated; longer than the limit, if the rest does not fit. */
  readonly text: ByteString;
  /** False: it is damaged, or packed in a way that is not known here (br, zstd, snappy). */
  readonly isWhole: boolean;
}

/** All that it may be to some server. */
function formsOf(message: ByteString, codings: ByteString): InflateForm[] {
  const forms: InflateForm[] = [];
  if (message.startsWith(GZIP)) forms.push('gzip');
  else if (isZlib(message)) forms.push('zlib');
  if (DEFLATE.test(codings)) forms.push('bare');
  return forms;
}

/** Deflate, and two bytes that 31 divides (RFC 1950). */
const isZlib = (message: ByteString): boolean =>
  (message.charCodeAt(0) & 0x0f) === 8 && ((message.charCodeAt(0) << 8) | message.charCodeAt(1)) % 31 === 0;

function* inflated(
  bytes: Uint8Array,
  form: InflateForm,
  room: number,
  budget: ReadingBudget,
): Pausable<Unpacked> {
  const inflater = new Inflater(form);
  inflater.give(bytes);
  let text = '';
  for (let piece = inflater.next(); piece !== null && text.length <= room; piece = inflater.next()) {
    text += bytesToLatin1(piece, 0, piece.length);
    budget.steps += STEPS_PER_PIECE + piece.length * STEPS_PER_BYTE;
    if (budget.isSliceOver) yield;
  }
  budget.steps += STEPS_PER_PIECE;
  return { text, isWhole: !inflater.isDamaged };
}
