import type { ByteString } from '../../model/api.ts';
import { isUtf8, PIECE } from './form-pairs.ts';
import { MIN_TEXT, textOfField } from './protobuf-texts.ts';

/** What is deeper, nobody has sent for its contents. */
const MAX_DEPTH = 100_000;
/** Until a byte says that it ends. */
const UNTIL_BREAK = -1;
const TYPE = /^\s*[\w.-]+\/(?:[\w.-]+\+)?(?:x-|vnd\.)?(?:msgpack|messagepack|cbor(?:-seq)?)\b/i;
/** Keys of members are told as well, and mean nothing by themselves. */
const SHORT_WORD = /^[\w.-]{0,20}$/;

/** Of bytes that only happen to begin with a list, what looks like a text is no longer than this. */
const MAX_NOISE = 256;
/** What of that may be a text. */
const RUN = /[\t-\r -~]{4,}/g;

export const isPackedItems = (contentType: ByteString): boolean => TYPE.test(contentType);

/** One item's head. Everything is counted from where it begins. */
interface Item {
  /** Bytes of it, with what stands behind its head. */
  length: number;
  /** Where its bytes begin, that may be a text. 0: it has none. */
  textAt: number;
  /** Items within it; {@link UNTIL_BREAK}: as many as come. */
  items: number;
  isBreak: boolean;
  /** Pieces of one text or of bytes follow. */
  isInPieces: boolean;
}

/** Reads the head at a place into the one item there is. False: there is no item. */
type ReadHead = (content: ByteString, at: number, item: Item) => boolean;

/**
 * The texts of a message of MessagePack or of CBOR, by its structure, whatever bytes stand beside them and however many. Of bytes that do not
 * begin with a whole list or map, none. `null`: a moment to pause.
 * @param isDeclared its type says what it is: then further ones may follow
 * @returns false: it is deeper than anybody looks
 */
export function* packedTexts(
  content: ByteString,
  isDeclared: boolean,
): Generator<ByteString | null, boolean> {
  for (const readHead of [readMessagePack, readCbor]) {
    const walk = new Walk(content, readHead);
    while (walk.at < content.length) {
      const start = walk.at;
      if (!walk.beginsList() || !(yield* passes(walk))) break;
      walk.at = start;
      yield* textsOf(walk, isDeclared);
      if (!isDeclared) break;
    }
    if (walk.isTooDeep) return false;
  }
  return true;
}

/** Whether a whole item stands there; the walk is behind it. */
function* passes(walk: Walk): Generator<null, boolean> {
  let pausedAt = walk.at;
  do {
    if (!walk.next()) return false;
    if (walk.at - pausedAt < PIECE) continue;
    pausedAt = walk.at;
    yield null;
  } while (walk.isOpen);
  return true;
}

function* textsOf(walk: Walk, isDeclared: boolean): Generator<ByteString | null> {
  let passed = 0;
  let pieces: ByteString[] | null = null;
  do {
    const { at } = walk;
    walk.next();
    passed += walk.at - at;
    const { textAt, isInPieces, isBreak } = walk.item;
    if (isInPieces) pieces = [];
    else if (textAt > 0 && pieces !== null) pieces.push(walk.content.slice(at + textAt, walk.at));
    else if (textAt > 0 && walk.at - at - textAt >= MIN_TEXT)
      yield* wordsOf(walk.content.slice(at + textAt, walk.at), isDeclared);
    if (isBreak && pieces !== null) {
      const whole = pieces.join('');
      pieces = null;
      yield* wordsOf(whole, isDeclared);
    }
    if (passed < PIECE) continue;
    passed = 0;
    yield null;
  } while (walk.isOpen);
}

function* wordsOf(content: ByteString, isDeclared: boolean): Generator<ByteString | null> {
  const text = yield* textOfField(content, 0, content.length);
  const isSound = isDeclared || text.length > MAX_NOISE || isUtf8(text);
  for (const words of isSound ? [text] : (text.match(RUN) ?? [])) if (!SHORT_WORD.test(words)) yield words;
}

/** One item after the other, of all depths. */
class Walk {
  at = 0;
  isTooDeep = false;
  readonly content: ByteString;
  readonly item: Item = { length: 0, textAt: 0, items: 0, isBreak: false, isInPieces: false };
  private readonly readHead: ReadHead;
  /** How many items are still to come, of each depth. */
  private readonly open: number[] = [];

  constructor(content: ByteString, readHead: ReadHead) {
    this.content = content;
    this.readHead = readHead;
  }

  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /** A list, a map, or something with a tag, stands here. */
  beginsList(): boolean {
    return this.read() && this.item.items !== 0 && !this.item.isInPieces;
  }

  /** False: it is none, or goes on behind the end. */
  next(): boolean {
    if (!this.read()) return false;
    const { open, item } = this;
    this.at += item.length;
    if (this.at > this.content.length) return false;
    if (item.isBreak) {
      if (open.pop() !== UNTIL_BREAK) return false;
    } else {
      const last = open.length - 1;
      if (last >= 0 && open[last]! > 0) open[last]!--;
      if (item.items !== 0) {
        if (open.length === MAX_DEPTH) {
          this.isTooDeep = true;
          return false;
        }
        open.push(item.items);
      }
    }
    while (open.at(-1) === 0) open.pop();
    return true;
  }

  private read(): boolean {
    const { item } = this;
    item.length = 1;
    item.textAt = 0;
    item.items = 0;
    item.isBreak = false;
    item.isInPieces = false;
    return this.at < this.content.length && this.readHead(this.content, this.at, item);
  }
}

/** Of so many bytes; what is behind the end counts as 0. */
function numberAt(content: ByteString, at: number, bytes: number): number {
  let value = 0;
  for (let index = 0; index < bytes; index++) value = value * 256 + (content.charCodeAt(at + index) || 0);
  return value;
}

function setText(item: Item, textAt: number, bytes: number): true {
  item.textAt = textAt;
  item.length = textAt + bytes;
  return true;
}

function setItems(item: Item, length: number, items: number): true {
  item.length = length;
  item.items = items;
  return true;
}

function setLength(item: Item, length: number): true {
  item.length = length;
  return true;
}

/** Bytes that a scalar of MessagePack has behind its first, from 0xca: two floats, four numbers without a sign, four with one. */
const SCALAR_BYTES = [4, 8, 1, 2, 4, 8, 1, 2, 4, 8];

/** https://github.com/msgpack/msgpack/blob/master/spec.md */
function readMessagePack(content: ByteString, at: number, item: Item): boolean {
  const byte = content.charCodeAt(at);
  if (byte < 0x80 || byte >= 0xe0) return true;
  if (byte < 0x90) return setItems(item, 1, (byte & 0x0f) * 2);
  if (byte < 0xa0) return setItems(item, 1, byte & 0x0f);
  if (byte < 0xc0) return setText(item, 1, byte & 0x1f);
  // Of the three sizes of a family.
  const sized = (first: number) => 2 ** (byte - first);
  if (byte <= 0xc3) return byte !== 0xc1;
  if (byte <= 0xc6) return setText(item, 1 + sized(0xc4), numberAt(content, at + 1, sized(0xc4)));
  if (byte <= 0xc9) return setText(item, 2 + sized(0xc7), numberAt(content, at + 1, sized(0xc7)));
  if (byte <= 0xd3) return setLength(item, 1 + SCALAR_BYTES[byte - 0xca]!);
  if (byte <= 0xd8) return setText(item, 2, 2 ** (byte - 0xd4));
  if (byte <= 0xdb) return setText(item, 1 + sized(0xd9), numberAt(content, at + 1, sized(0xd9)));
  const bytes = (byte & 1) === 0 ? 2 : 4;
  return setItems(item, 1 + bytes, numberAt(content, at + 1, bytes) * (byte >= 0xde ? 2 : 1));
}

const CBOR_BYTES = 2;
const CBOR_TEXT = 3;
const CBOR_LIST = 4;
const CBOR_MAP = 5;
const CBOR_TAG = 6;
const CBOR_OTHERS = 7;
/** Smaller ones stand in the first byte; from here on their length does. */
const CBOR_LONG = 24;
const CBOR_OPEN = 31;

/** RFC 8949, 3. */
function readCbor(content: ByteString, at: number, item: Item): boolean {
  const byte = content.charCodeAt(at);
  const major = byte >> 5;
  const info = byte & 0x1f;
  if (info === CBOR_OPEN) {
    item.isBreak = major === CBOR_OTHERS;
    item.isInPieces = major === CBOR_BYTES || major === CBOR_TEXT;
    if (major >= CBOR_BYTES && major <= CBOR_MAP) item.items = UNTIL_BREAK;
    return item.isBreak || item.items !== 0;
  }
  if (info > CBOR_LONG + 3) return false;
  const bytes = info < CBOR_LONG ? 0 : 2 ** (info - CBOR_LONG);
  const value = bytes === 0 ? info : numberAt(content, at + 1, bytes);
  switch (major) {
    case CBOR_BYTES:
    case CBOR_TEXT:
      return setText(item, 1 + bytes, value);
    case CBOR_LIST:
      return setItems(item, 1 + bytes, value);
    case CBOR_MAP:
      return setItems(item, 1 + bytes, value * 2);
    case CBOR_TAG:
      return setItems(item, 1 + bytes, 1);
    default:
      return setLength(item, 1 + bytes);
  }
}
