import type { ByteString } from '../../model/api.ts';
import { PIECE } from './form-pairs.ts';
import { isControl } from './sniff.ts';

/** Wire types of protocol buffers: numbers, eight bytes, bytes behind their length, four bytes. */
const NUMBER = 0;
const EIGHT = 1;
const BYTES = 2;
const FOUR = 5;
const MAX_DEPTH = 32;
const MAX_VARINT = 10;
/** The number of a field begins behind three bits of type, and none is 0. */
const TYPES = 8;
/** Shorter ones are no attack. */
const MIN_TEXT = 4;

const TYPE = /^\s*[\w.-]+\/(?:[\w.-]+\+)?(?:x-|vnd\.google\.)?proto(?:buf)?\b/i;
export const isProtobuf = (contentType: ByteString): boolean => TYPE.test(contentType);

/**
 * The texts of a message of protocol buffers, by its structure: fields that are text, whatever bytes stand beside them and however many,
 * and those of the messages within it. Nothing where it is no such message. `null`: a moment to pause.
 */
export function* protobufTexts(content: ByteString): Generator<ByteString | null> {
  const open: Fields[] = [];
  if (yield* isMessage(content, 0, content.length)) open.push(new Fields(content, 0, content.length));
  let passed = 0;
  while (open.length > 0) {
    const fields = open.at(-1)!;
    if (!fields.next()) {
      open.pop();
      continue;
    }
    const { start, end } = fields;
    passed += 1 + end - start;
    if (end - start >= MIN_TEXT) {
      if (isText(content, start, end)) yield content.slice(start, end);
      // A text may look like a message, and a message like a text: both are told.
      if (open.length < MAX_DEPTH && (yield* isMessage(content, start, end)))
        open.push(new Fields(content, start, end));
    }
    if (passed < PIECE) continue;
    passed = 0;
    yield null;
  }
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
  return fields.at === end;
}

/** One field after the other; those that have bytes say where. */
class Fields {
  at: number;
  /** Of the field's bytes; nothing of other types. */
  start = 0;
  end = 0;
  private readonly content: ByteString;
  private readonly limit: number;

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

  private take(): boolean {
    const key = this.varint();
    if (key < TYPES) return false;
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

function isText(content: ByteString, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (isControl(content.charCodeAt(at))) return false;
  return true;
}
