import type { ByteString } from '../../model/api.ts';
import { isUtf8, PIECE } from './form-pairs.ts';
import { isControl } from './sniff.ts';

/** Wire types of protocol buffers: varint, 64 bits, length-delimited, start and end of a group, 32 bits. */
const NUMBER = 0;
const EIGHT = 1;
const BYTES = 2;
const GROUP = 3;
const GROUP_END = 4;
const FOUR = 5;
/** As parsers have it; some refuse what is deeper, and some do not. */
const MAX_DEPTH = 100;
/** Maximum work over all levels of nesting: this multiple of the message's length, and at least the minimum below. */
const EXAMINED_PER_BYTE = 32;
const MIN_EXAMINED_BYTES = 64 * 1024;
const MAX_VARINT = 10;
/** A field number follows three bits of type and is never 0. */
const TYPES = 8;
/** Shorter ones are no attack. */
export const MIN_TEXT = 4;
/** Controls of a text, of a hundred bytes or at all; random bytes have ten. */
const CONTROLS_PERCENT = 2;
const MIN_CONTROLS = 2;
const NUL = 0;
/** A blank to databases. */
const VERTICAL_TAB = 0x0b;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]+/g;

/** Bytes of a text that has many controls, and of one that stands among other bytes. Random bytes have hardly any of this length. */
const MIN_STRETCH = 10;
const STRETCHES = new RegExp(`[\\t-\\r\\x20-\\x7e]{${MIN_STRETCH},}`, 'g');

const BLANKS_OF_DATABASES = /^[ \v\f]+/;

const TYPE = /^\s*[\w.-]+\/(?:[\w.-]+\+)?(?:x-|vnd\.google\.)?proto(?:buf)?\b/i;
export const isProtobuf = (contentType: ByteString): boolean => TYPE.test(contentType);

/**
 * Finds the texts of a protocol buffers message by its structure: text fields, whatever other fields surround them and
 * however many there are, and those of nested messages. Yields nothing if it is not a message. `null`: an opportunity
 * to pause.
 * @returns false: there is more, nested too deeply or too often
 */
export function* protobufTexts(content: ByteString): Generator<ByteString | null, boolean> {
  const open: Fields[] = [];
  if (yield* isMessage(content, 0, content.length)) open.push(new Fields(content, 0, content.length));
  let passed = 0;
  let left = Math.max(MIN_EXAMINED_BYTES, content.length * EXAMINED_PER_BYTE);
  while (open.length > 0) {
    const fields = open.at(-1)!;
    if (!fields.next()) {
      open.pop();
      continue;
    }
    const { start, end } = fields;
    passed += 1 + end - start;
    left -= end - start;
    if (left < 0) return false;
    if (end - start >= MIN_TEXT) {
      const text = yield* textOfField(content, start, end);
      if (text !== '') yield text;
      // A text may look like a message and a message like a text, so both are reported.
      if (yield* isMessage(content, start, end)) {
        if (open.length >= MAX_DEPTH) return false;
        open.push(new Fields(content, start, end));
      }
    }
    if (passed < PIECE) continue;
    passed = 0;
    yield null;
  }
  return true;
}

/** Whether all of it parses as fields. */
function* isMessage(content: ByteString, start: number, end: number): Generator<null, boolean> {
  const fields = new Fields(content, start, end);
  let pausedAt = start;
  while (fields.next()) {
    if (fields.at - pausedAt < PIECE) continue;
    pausedAt = fields.at;
    yield null;
  }
  return fields.at === end && fields.isComplete;
}

/** Iterates over the fields of a message; length-delimited fields have their position. */
class Fields {
  at: number;
  /** Start of the field's bytes; 0 for other types. */
  start = 0;
  end = 0;
  private readonly content: ByteString;
  private readonly limit: number;
  /** Numbers of the groups around it, whose fields are read like any others. */
  private readonly groups: number[] = [];

  constructor(content: ByteString, start: number, limit: number) {
    this.content = content;
    this.at = start;
    this.limit = limit;
  }

  /** Moves to the next field. False: the message is over, or no field begins here. */
  next(): boolean {
    const before = this.at;
    if (before < this.limit && this.take()) return true;
    this.at = before;
    return false;
  }

  /** No group stands open. */
  get isComplete(): boolean {
    return this.groups.length === 0;
  }

  private take(): boolean {
    const key = this.varint();
    if (key < TYPES) return false;
    const number = Math.floor(key / TYPES);
    this.start = this.at;
    switch (key % TYPES) {
      case NUMBER:
        if (this.varint() < 0) return false;
        this.start = this.at;
        break;
      case EIGHT:
        this.at += 8;
        this.start = this.at;
        break;
      case FOUR:
        this.at += 4;
        this.start = this.at;
        break;
      case BYTES: {
        const length = this.varint();
        if (length < 0) return false;
        this.start = this.at;
        this.at += length;
        break;
      }
      case GROUP:
        if (this.groups.push(number) > MAX_DEPTH) return false;
        break;
      case GROUP_END:
        if (this.groups.pop() !== number) return false;
        break;
      default:
        return false;
    }
    this.end = this.at;
    return this.at <= this.limit;
  }

  /** Reads a varint; negative if there is none here. */
  private varint(): number {
    let value = 0;
    for (let count = 0; count < MAX_VARINT && this.at < this.limit; count++) {
      const byte = this.content.charCodeAt(this.at++);
      value += (byte & 0x7f) * 2 ** (7 * count);
      if (byte < 0x80) return value;
    }
    return -1;
  }
}

/**
 * The text of a field without control characters: a few of them, and any number of NULs, which many programs skip, do
 * not make it anything other than text. Empty: it is not a text.
 */
export function* textOfField(content: ByteString, start: number, end: number): Generator<null, ByteString> {
  let nulls = 0;
  let others = 0;
  for (let at = start; at < end; ) {
    const pieceEnd = Math.min(end, at + PIECE);
    for (; at < pieceEnd; at++) {
      const code = content.charCodeAt(at);
      if (code === NUL) nulls++;
      else if (code !== VERTICAL_TAB && isControl(code)) others++;
    }
    if (at < end) yield null;
  }
  const length = end - start;
  if (nulls + others === 0) return content.slice(start, end);
  if (length - nulls - others < MIN_TEXT) return '';
  if (others > Math.max(MIN_CONTROLS, ((length - nulls) * CONTROLS_PERCENT) / 100)) {
    // Controls cost a text nothing, however many. A string is UTF-8, which pictures are not; what is mostly other bytes is one.
    const field = content.slice(start, end);
    const text = field.replace(CONTROLS, ' ');
    if (length - nulls - others >= MIN_STRETCH && isUtf8(text)) return text.trimStart();
    const stretches = field.match(STRETCHES)?.join(' ') ?? '';
    return stretches.length * 2 >= length - nulls - others ? stretches : '';
  }
  // The first byte may be a field key. Line ends are kept: without them a length prefix would look like the beginning
  // of the text.
  return content.slice(start, end).replace(CONTROLS, '').replace(BLANKS_OF_DATABASES, '');
}
