import type { ByteString } from '../../model/api.ts';
import { PIECE } from './form-pairs.ts';

/** Deeper nesting has no legitimate purpose. */
const MAX_DEPTH = 100_000;
/** Until a byte says that it ends. */
const UNTIL_BREAK = -1;

type Kind = 'list' | 'map' | 'tag of a name';

/** One item's head. Everything is counted from where it begins. */
interface Item {
  /** Its bytes, with those after its head. */
  length: number;
  /** Where its bytes begin, that may be a text. 0: it has none. */
  textAt: number;
  /** Items within it; {@link UNTIL_BREAK}: as many as come. */
  items: number;
  isBreak: boolean;
  /** Every other item within it is a member's name. */
  isMap: boolean;
  /** It annotates the item within it. */
  isTag: boolean;
  /** Pieces of one text or of bytes follow. */
  isInPieces: boolean;
}

/** Reads the head at a place into the one item there is. False: there is no item. */
export type ReadHead = (content: ByteString, at: number, item: Item) => boolean;

/** One item after the other, of all depths. */
export class Walk {
  at = 0;
  isTooDeep = false;
  /** Bytes since the last pause. */
  private passed = 0;
  readonly content: ByteString;
  readonly item: Item = {
    length: 0,
    textAt: 0,
    items: 0,
    isBreak: false,
    isMap: false,
    isTag: false,
    isInPieces: false,
  };
  private readonly readHead: ReadHead;
  /** How many items are still to come, of each depth; of what has no number, less than 0, and one less with each. */
  private readonly open: number[] = [];
  /** For each depth: whether its items are alternately names and values; for a tag, whether it is in a name's place. */
  private readonly kinds: Kind[] = [];

  constructor(content: ByteString, readHead: ReadHead) {
    this.content = content;
    this.readHead = readHead;
  }

  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /** How many lists and maps what comes next is in. */
  get depth(): number {
    return this.open.length;
  }

  /** Whether what comes next is a member's name. */
  get isName(): boolean {
    const left = this.open.at(-1);
    if (left === undefined) return false;
    const kind = this.kinds.at(-1)!;
    return kind === 'map' ? isEven(left < 0 ? left - UNTIL_BREAK : left) : kind === 'tag of a name';
  }

  /** Whether enough has been read for a moment to pause; asked behind each item. */
  isPauseDue(): boolean {
    if (this.passed < PIECE) return false;
    this.passed = 0;
    return true;
  }

  /** A list, a map, or something with a tag, stands here. */
  beginsList(): boolean {
    return this.read() && this.item.items !== 0 && !this.item.isInPieces;
  }

  /** False: not an item, or one that continues after the end. */
  next(): boolean {
    if (!this.read()) return false;
    const { open, item } = this;
    this.at += item.length;
    this.passed += item.length;
    if (this.at > this.content.length) return false;
    if (item.isBreak) {
      if (open.length === 0 || open.at(-1)! >= 0) return false;
      this.close();
    } else {
      const { isName } = this;
      if (open.length > 0) open[open.length - 1]!--;
      if (item.items !== 0) {
        if (open.length === MAX_DEPTH) {
          this.isTooDeep = true;
          return false;
        }
        open.push(item.items);
        this.kinds.push(item.isMap ? 'map' : item.isTag && isName ? 'tag of a name' : 'list');
      }
    }
    while (open.at(-1) === 0) this.close();
    return true;
  }

  private close(): void {
    this.open.pop();
    this.kinds.pop();
  }

  private read(): boolean {
    const { item } = this;
    item.length = 1;
    item.textAt = 0;
    item.items = 0;
    item.isBreak = false;
    item.isMap = false;
    item.isTag = false;
    item.isInPieces = false;
    return this.at < this.content.length && this.readHead(this.content, this.at, item);
  }
}

const isEven = (count: number): boolean => count % 2 === 0;

/** A number of this many bytes; bytes after the end count as 0. */
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

function setMap(item: Item, length: number, members: number): true {
  item.isMap = true;
  return setItems(item, length, members * 2);
}

function setLength(item: Item, length: number): true {
  item.length = length;
  return true;
}

/** Bytes that a scalar of MessagePack has behind its first, from 0xca: two floats, four numbers without a sign, four with one. */
const SCALAR_BYTES = [4, 8, 1, 2, 4, 8, 1, 2, 4, 8];

/** https://github.com/msgpack/msgpack/blob/master/spec.md */
export function readMessagePack(content: ByteString, at: number, item: Item): boolean {
  const byte = content.charCodeAt(at);
  if (byte < 0x80 || byte >= 0xe0) return true;
  if (byte < 0x90) return setMap(item, 1, byte & 0x0f);
  if (byte < 0xa0) return setItems(item, 1, byte & 0x0f);
  if (byte < 0xc0) return setText(item, 1, byte & 0x1f);
  // One of the three sizes of a family.
  const sized = (first: number) => 2 ** (byte - first);
  if (byte <= 0xc3) return byte !== 0xc1;
  if (byte <= 0xc6) return setText(item, 1 + sized(0xc4), numberAt(content, at + 1, sized(0xc4)));
  if (byte <= 0xc9) return setText(item, 2 + sized(0xc7), numberAt(content, at + 1, sized(0xc7)));
  if (byte <= 0xd3) return setLength(item, 1 + SCALAR_BYTES[byte - 0xca]!);
  if (byte <= 0xd8) return setText(item, 2, 2 ** (byte - 0xd4));
  if (byte <= 0xdb) return setText(item, 1 + sized(0xd9), numberAt(content, at + 1, sized(0xd9)));
  const bytes = (byte & 1) === 0 ? 2 : 4;
  const count = numberAt(content, at + 1, bytes);
  return byte >= 0xde ? setMap(item, 1 + bytes, count) : setItems(item, 1 + bytes, count);
}

const CBOR_BYTES = 2;
const CBOR_TEXT = 3;
const CBOR_LIST = 4;
const CBOR_MAP = 5;
const CBOR_TAG = 6;
const CBOR_OTHERS = 7;
/** Smaller values are in the first byte; from here on it encodes their length. */
const CBOR_LONG = 24;
const CBOR_OPEN = 31;

/** RFC 8949, 3. */
export function readCbor(content: ByteString, at: number, item: Item): boolean {
  const byte = content.charCodeAt(at);
  const major = byte >> 5;
  const info = byte & 0x1f;
  if (info === CBOR_OPEN) {
    item.isBreak = major === CBOR_OTHERS;
    item.isInPieces = major === CBOR_BYTES || major === CBOR_TEXT;
    if (major >= CBOR_BYTES && major <= CBOR_MAP) item.items = UNTIL_BREAK;
    item.isMap = major === CBOR_MAP;
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
      return setMap(item, 1 + bytes, value);
    case CBOR_TAG:
      item.isTag = true;
      return setItems(item, 1 + bytes, 1);
    default:
      return setLength(item, 1 + bytes);
  }
}
