import type { ByteString } from '../../model/api.ts';
import { PIECE } from './form-pairs.ts';
import { isControl } from './sniff.ts';

/** Wire types of protocol buffers: numbers, eight bytes, bytes behind their length, a group and its end, four bytes. */
const NUMBER = 0;
const EIGHT = 1;
const BYTES = 2;
const GROUP = 3;
const GROUP_END = 4;
const FOUR = 5;
/** As parsers have it; some refuse what is deeper, and some do not. */
const MAX_DEPTH = 100;
/** So many times as long as all of it, and so much besides, may be what is looked at in all depths together. */
const EXAMINED_PER_BYTE = 32;
const MIN_EXAMINED_BYTES = 64 * 1024;
const MAX_VARINT = 10;
/** The number of a field begins behind three bits of type, and none is 0. */
const TYPES = 8;
/** Shorter ones are no attack. */
const MIN_TEXT = 4;
/** Controls of a text, of a hundred bytes or at all; random bytes have ten. */
const CONTROLS_PERCENT = 2;
const MIN_CONTROLS = 2;
const NUL = 0;
/** A blank to databases. */
const VERTICAL_TAB = 0x0b;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]+/g;

const BLANKS_OF_DATABASES = /^[ \v\f]+/;

const TYPE = /^\s*[\w.-]+\/(?:[\w.-]+\+)?(?:x-|vnd\.google\.)?proto(?:buf)?\b/i;
export const isProtobuf = (contentType: ByteString): boolean => TYPE.test(contentType);

/**
 * The texts of a message of protocol buffers, by its structure: fields that are text, whatever bytes stand beside them and however many,
 * and those of the messages within it. Nothing where it is no such message. `null`: a moment to pause.
 * @returns false: there is more of it, too deep or too often within itself
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
      const text = yield* textOf(content, start, end);
      if (text !== '') yield text;
      // A text may look like a message, and a message like a text: both are told.
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

/** Whether all of it is fields. */
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

/** One field after the other; those that have bytes say where. */
class Fields {
  at: number;
  /** Of the field's bytes; nothing of other types. */
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

  /** False: it is over, or none begins where it stands. */
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

  /** Below zero: there is none. */
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
 * What a field says if it is text, without its controls: a few, and any number of NULs, which many skip, make no other thing of it.
 * Empty: it is none.
 */
function* textOf(content: ByteString, start: number, end: number): Generator<null, ByteString> {
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
  if (others > Math.max(MIN_CONTROLS, ((length - nulls) * CONTROLS_PERCENT) / 100)) return '';
  // What stands first may be a key of its own. Line ends stay: without them, a length in front looks like the text's beginning.
  return content.slice(start, end).replace(CONTROLS, '').replace(BLANKS_OF_DATABASES, '');
}
