import type { ByteString } from '../../model/api.ts';
import { isUtf8 } from './form-pairs.ts';
import { type ReadHead, readCbor, readMessagePack, Walk } from './packed-walk.ts';
import { MIN_TEXT, textOfField } from './protobuf-texts.ts';

const TYPE = /^\s*[\w.-]+\/(?:[\w.-]+\+)?(?:x-|vnd\.)?(?:(msgpack|messagepack)|cbor(?:-seq)?)\b/i;
/** A name or value of one word is reported by {@link packedNames}, or needs no inspection. */
const SHORT_WORD = /^[\w.-]{0,20}$/;

/** In bytes that only accidentally begin like a list, apparent texts are no longer than this. */
const MAX_NOISE = 256;
/** In one body, each behind a length of up to five bytes. */
const MAX_MESSAGES = 1_000;
const MAX_LENGTH_SHIFT = 28;
/** What of that may be a text. */
const RUN = /[\t-\r -~]{4,}/g;

export type PackedFormat = 'MessagePack' | 'CBOR';

const READERS: readonly (readonly [PackedFormat, ReadHead])[] = [
  ['MessagePack', readMessagePack],
  ['CBOR', readCbor],
];

/** The format that a content type names; `null`: none of them. */
export function packedFormat(contentType: ByteString): PackedFormat | null {
  const match = TYPE.exec(contentType);
  if (match === null) return null;
  return match[1] === undefined ? 'CBOR' : 'MessagePack';
}

/** Maximum depth of messages encoded as bytes within another (tag 24 of CBOR). */
const MAX_NESTED = 4;
/** As lists, maps and tags begin, and no text in UTF-8. */
const BEGINS_NO_TEXT = /^(?:[\x80-\xbf]|[\xc0-\xdf](?![\x80-\xbf]))/;

/** Whether short ones have no byte that a text could not have, but begin as none does. */
export const beginsNoText = (content: ByteString): boolean => BEGINS_NO_TEXT.test(content);

/**
 * Text items of one or several MessagePack or CBOR messages, by their structure, whatever bytes surround them. Bytes
 * that do not begin with a complete list or map have none. `null` is a point to pause.
 * @param declared of which a single text is a message, too: as the other format, letters of one text would begin texts
 * @returns false: it is nested too deeply
 */
export function* packedTexts(
  content: ByteString,
  declared: PackedFormat | null,
  nested = 0,
): Generator<ByteString | null, boolean> {
  for (const { walk, isDeclared } of walksOf(content, declared)) {
    for (let start = 0; yield* wholeItem(walk, isDeclared); start = walk.at) {
      walk.at = start;
      yield* textsOf(walk, isDeclared, nested);
    }
    if (walk.isTooDeep) return false;
  }
  return true;
}

/** Each message, walked as each of the formats. */
function* walksOf(
  content: ByteString,
  declared: PackedFormat | null,
): Generator<{ walk: Walk; isDeclared: boolean }> {
  for (const message of messagesOf(content))
    for (const [format, readHead] of READERS)
      yield { walk: new Walk(message, readHead), isDeclared: format === declared };
}

/**
 * Whether a further complete item follows; the walk is then after it.
 * @param isDeclared any item, not only a list or a map
 */
function* wholeItem(walk: Walk, isDeclared: boolean): Generator<null, boolean> {
  if (walk.at >= walk.content.length) return false;
  if (!walk.beginsList() && !isDeclared) return false;
  return yield* passes(walk);
}

/**
 * Messages that each stand behind their length, as SignalR sends them, besides all of it as one.
 * https://github.com/dotnet/aspnetcore/blob/main/src/SignalR/docs/specs/TransportProtocols.md
 */
function messagesOf(content: ByteString): ByteString[] {
  const messages: ByteString[] = [];
  for (let at = 0; at < content.length; ) {
    let size = 0;
    let byte = 0x80;
    for (let shift = 0; byte >= 0x80; shift += 7) {
      if (shift > MAX_LENGTH_SHIFT) return [content];
      byte = content.charCodeAt(at++) || 0;
      size += (byte & 0x7f) * 2 ** shift;
    }
    const end = at + size;
    if (size === 0 || end > content.length || messages.length === MAX_MESSAGES) return [content];
    messages.push(content.slice(at, end));
    at = end;
  }
  return [content, ...messages];
}

/** Whether a whole item stands there; the walk is behind it. */
function* passes(walk: Walk): Generator<null, boolean> {
  do {
    if (!walk.next()) return false;
    if (walk.isPauseDue()) yield null;
  } while (walk.isOpen);
  return true;
}

function* textsOf(walk: Walk, isDeclared: boolean, nested: number): Generator<ByteString | null> {
  const tell = function* (content: ByteString): Generator<ByteString | null> {
    yield* wordsOf(content, isDeclared);
    if (nested < MAX_NESTED && beginsNoText(content)) yield* packedTexts(content, null, nested + 1);
  };
  let pieces: ByteString[] | null = null;
  do {
    const { at } = walk;
    walk.next();
    const { textAt, isInPieces, isBreak } = walk.item;
    if (isInPieces) pieces = [];
    else if (textAt > 0 && pieces !== null) pieces.push(walk.content.slice(at + textAt, walk.at));
    else if (textAt > 0 && walk.at - at - textAt >= MIN_TEXT)
      yield* tell(walk.content.slice(at + textAt, walk.at));
    if (isBreak && pieces !== null) {
      const whole = pieces.join('');
      pieces = null;
      yield* tell(whole);
    }
    if (walk.isPauseDue()) yield null;
  } while (walk.isOpen);
}

function* wordsOf(content: ByteString, isDeclared: boolean): Generator<ByteString | null> {
  const text = yield* textOfField(content, 0, content.length);
  const isSound = isDeclared || text.length > MAX_NOISE || isUtf8(text);
  for (const words of isSound ? [text] : (text.match(RUN) ?? [])) if (!SHORT_WORD.test(words)) yield words;
}

/** Longer names are truncated, and nested ones include at most this many of their ancestors. */
const MAX_NAME = 256;
/** For bytes that only accidentally begin like a map. The shortest meaningful name is `$or`. */
const MIN_NAME = 3;
const MAX_NAMES_OF_PATH = 4;
const BETWEEN_NAMES = '.';

/**
 * The names of a message's members, each once, behind those of the members that it is in: `user.password.$ne`. Of the same messages as
 * {@link packedTexts}, and as it pauses.
 */
export function* packedNames(
  content: ByteString,
  declared: PackedFormat | null,
  nested = 0,
): Generator<ByteString | null> {
  for (const { walk, isDeclared } of walksOf(content, declared)) {
    const known = new Set<ByteString>();
    for (let start = 0; yield* wholeItem(walk, isDeclared); start = walk.at) {
      walk.at = start;
      yield* namesOf(walk, isDeclared, known, nested);
    }
  }
}

function* namesOf(
  walk: Walk,
  isDeclared: boolean,
  known: Set<ByteString>,
  nested: number,
): Generator<ByteString | null> {
  const path = new NamePath();
  /** Of a name in several pieces. */
  let pieces: ByteString[] | null = null;
  do {
    const { at, depth, isName } = walk;
    walk.next();
    const { textAt, isInPieces, isBreak, isTag } = walk.item;
    let own: ByteString | null = null;
    if (isName && isInPieces) pieces = [];
    else if (isName && !isTag && !isBreak) own = textAt > 0 ? walk.content.slice(at + textAt, walk.at) : '';
    else if (pieces !== null && textAt > 0) pieces.push(walk.content.slice(at + textAt, walk.at));
    else if (pieces !== null && isBreak) {
      own = pieces.join('');
      pieces = null;
    }
    if (own !== null) {
      const name = path.add(isBreak ? depth - 1 : depth, own.slice(0, MAX_NAME));
      const isReported =
        own !== '' && !known.has(name) && (isDeclared || (own.length >= MIN_NAME && isUtf8(name)));
      if (isReported) {
        known.add(name);
        yield name;
      }
    }
    if (!isName && textAt > 0 && nested < MAX_NESTED) {
      const value = walk.content.slice(at + textAt, walk.at);
      if (beginsNoText(value)) yield* packedNames(value, null, nested + 1);
    }
    if (walk.isPauseDue()) yield null;
  } while (walk.isOpen);
}

/** Names of the members that contain the current item. */
class NamePath {
  /** The name that was read last, of each depth; empty for lists. */
  private readonly names: ByteString[] = [];

  /** @returns it behind those above it */
  add(depth: number, own: ByteString): ByteString {
    const { names } = this;
    while (names.length < depth - 1) names.push('');
    names.length = depth - 1;
    names.push(own);
    return names
      .slice(-MAX_NAMES_OF_PATH)
      .filter((one) => one !== '')
      .join(BETWEEN_NAMES);
  }
}
