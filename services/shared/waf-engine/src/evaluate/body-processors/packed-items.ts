import type { ByteString } from '../../model/api.ts';
import { isUtf8, PIECE } from './form-pairs.ts';
import { readCbor, readMessagePack, Walk } from './packed-walk.ts';
import { MIN_TEXT, textOfField } from './protobuf-texts.ts';

const TYPE = /^\s*[\w.-]+\/(?:[\w.-]+\+)?(?:x-|vnd\.)?(?:msgpack|messagepack|cbor(?:-seq)?)\b/i;
/** What a name or a value of one word says is told by {@link packedNames}, or nothing. */
const SHORT_WORD = /^[\w.-]{0,20}$/;

/** Of bytes that only happen to begin with a list, what looks like a text is no longer than this. */
const MAX_NOISE = 256;
/** What of that may be a text. */
const RUN = /[\t-\r -~]{4,}/g;

export const isPackedItems = (contentType: ByteString): boolean => TYPE.test(contentType);

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

/** A longer name is told by its beginning, and one that is deep with so many of those above it. */
const MAX_NAME = 256;
/** Of bytes that only happen to begin with a map. The shortest that means something is `$or`. */
const MIN_NAME = 3;
const MAX_NAMES_OF_PATH = 4;
const BETWEEN_NAMES = '.';

/**
 * The names of a message's members, each once, behind those of the members that it is in: `user.password.$ne`. Of the same messages as
 * {@link packedTexts}, and as it pauses.
 */
export function* packedNames(content: ByteString, isDeclared: boolean): Generator<ByteString | null> {
  for (const readHead of [readMessagePack, readCbor]) {
    const walk = new Walk(content, readHead);
    const known = new Set<ByteString>();
    while (walk.at < content.length) {
      const start = walk.at;
      if (!walk.beginsList() || !(yield* passes(walk))) break;
      walk.at = start;
      yield* namesOf(walk, isDeclared, known);
      if (!isDeclared) break;
    }
  }
}

function* namesOf(walk: Walk, isDeclared: boolean, known: Set<ByteString>): Generator<ByteString | null> {
  const path = new NamePath();
  /** Of a name that is in pieces. */
  let pieces: ByteString[] | null = null;
  let pausedAt = walk.at;
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
      const isTold =
        own !== '' && !known.has(name) && (isDeclared || (own.length >= MIN_NAME && isUtf8(name)));
      if (isTold) {
        known.add(name);
        yield name;
      }
    }
    if (walk.at - pausedAt < PIECE) continue;
    pausedAt = walk.at;
    yield null;
  } while (walk.isOpen);
}

/** The members that what is read stands in. */
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
