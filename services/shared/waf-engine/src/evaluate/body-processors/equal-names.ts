import type { ByteString } from '../../model/api.ts';
import { lowerAscii } from '../../model/entry.ts';
import { percentDecode } from './percent-decoding.ts';

/** Without one of these characters, or its escape, no attack is split into two values. */
const SIGN = /['"`<>(){}[\]*/\\|$#;]|--|%(?:2[2-47-9af]|3[bce]|5[bcd]|60|7[bcd])/i;
/** The single ones of them, of which an escape means as much. */
export const SIGNS = '\'"`<>(){}[]*/\\|$#;';
/** For longer values only both ends are joined with neighbours. */
const MAX_VALUE = 8 * 1024;
/** Maximum bytes joined; further values start again with the last one. */
const MAX_JOINED = 16 * 1024;
const MAX_NAME = 1024;

/** Characters that ASP.NET ignores in names: controls, what Unicode calls ignorable or a sign of format, and U+FFFD. */
const NOT_COMPARED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
  /[\0-\x08\x0e-\x1f\x7f]|\xc2\xad|\xcd\x8f|\xd8[\x80-\x85\x9c]|\xdb\x9d|\xdc\x8f|\xe1(?:\x85[\x9f\xa0]|\x9e[\xb4\xb5]|\xa0[\x8b-\x8f])|\xe2(?:\x80[\x8b-\x8f\xaa-\xae]|\x81[\xa0-\xaf])|\xe3\x85\xa4|\xef(?:\xb8[\x80-\x8f]|\xbb\xbf|\xbe\xa0|\xbf[\xb0-\xbb\xbd])|\xf0\x9d\x85[\xb3-\xba]|\xf3\xa0[\x80-\xbf]{2}/g;
/** Invalid UTF-8 becomes U+FFFD; valid sequences are recognised by their length. */
const CHARACTERS = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

/** A name of which something is not compared, or its case. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those bytes are meant.
const ODD_NAME = /[\0-\x1f\x7f-\xffA-Z]/;
/** What no name is: values without a name are one group to ASP.NET. */
const WITHOUT_NAME = '&';

const LEADING_COMMA = /^,/;

type Pair = readonly [name: ByteString, value: ByteString];

/**
 * `a=1'/_&a=_/or 1` with stars for the underscores: ASP.NET makes one value of those of equal names, with a comma in between, and so does
 * JavaScript of a list where it expects a text, so that an attack may be in parts none of which is one. Only where a value has a
 * sign that attacks are made with. `null` for every pair: a moment to pause.
 */
export function* equalNames(text: ByteString, decode = ofForm): Generator<Pair | null> {
  if (!mayHaveEqualNames(text)) return;
  const names = new EqualNames(decode);
  // To that of Mono, values whose name is empty are in that group.
  const nameless = new EqualNames(decode);
  let hasEmptyNames = false;
  let hasNone = false;
  // ASP.NET leaves out a second question mark (`/??a=1`).
  for (let start = text.startsWith('?') ? 1 : 0; start < text.length; ) {
    const next = text.indexOf('&', start);
    const end = next < 0 ? text.length : next;
    const pair = text.slice(start, end);
    const equals = pair.indexOf('=');
    if (equals === 0) hasEmptyNames = true;
    if (equals < 0) hasNone = true;
    if (equals <= 0) yield nameless.take(WITHOUT_NAME, pair.slice(equals + 1));
    yield takePair(pair, equals, names);
    start = end + 1;
  }
  yield* names.rest();
  if (hasEmptyNames && hasNone) yield* nameless.rest();
}

const ofForm = (coded: ByteString): ByteString => percentDecode(coded, true);

/** One pair, and most that are nothing but words and numbers, have none. */
export const mayHaveEqualNames = (text: ByteString): boolean => text.includes('&') && SIGN.test(text);

function takePair(pair: ByteString, equals: number, names: EqualNames): Pair | null {
  if (equals < 0) return names.take(WITHOUT_NAME, pair) ?? (pair === '' ? null : named(pair, '', names));
  return named(pair.slice(0, equals), pair.slice(equals + 1), names);
}

const named = (name: ByteString, value: ByteString, names: EqualNames): Pair | null =>
  name.length > MAX_NAME ? null : names.take(percentDecode(name, true), value);

const edgesOf = (value: ByteString): ByteString =>
  value.length > MAX_VALUE ? value.slice(0, MAX_VALUE / 2) + value.slice(-MAX_VALUE / 2) : value;

/** Nearly all names are that already. */
function whatIsCompared(name: ByteString): ByteString {
  if (!ODD_NAME.test(name)) return name;
  return lowerAscii(name)
    .replace(CHARACTERS, (bytes) => (bytes.length === 1 ? '' : bytes))
    .replace(NOT_COMPARED, '');
}

/** Values by their names, as they come: by the names as they are, and by what of them ASP.NET minds. */
export class EqualNames {
  private readonly exact = new Map<ByteString, Group>();
  /** Groups in which at least one name has parts that ASP.NET ignores. */
  private readonly loose = new Map<ByteString, Group>();
  private readonly decode: (value: ByteString) => ByteString;

  constructor(decode: (value: ByteString) => ByteString) {
    this.decode = decode;
  }

  /**
   * The joined values, once the maximum for this name is reached. `plain` is the name without what only some parsers
   * decode.
   */
  take(name: ByteString, value: ByteString, plain = name): Pair | null {
    if (name.length > MAX_NAME) return null;
    const edges = edgesOf(value);
    const loose = this.takeLoosely(whatIsCompared(plain), name, edges);
    const group = this.exact.get(name);
    if (group !== undefined) return group.add(name, edges) ?? loose;
    this.exact.set(name, new Group(name, edges, this.decode));
    return loose;
  }

  private takeLoosely(key: ByteString, name: ByteString, value: ByteString): Pair | null {
    const group = this.loose.get(key);
    if (group !== undefined) return group.add(name, value);
    if (key === name) return null;
    const before = this.exact.get(key)?.copy();
    this.loose.set(key, before ?? new Group(name, value, this.decode));
    return before?.add(name, value) ?? null;
  }

  *rest(): Generator<Pair | null> {
    for (const group of this.exact.values()) {
      yield group.read();
      yield* group.readDense();
    }
    for (const group of this.loose.values()) {
      if (!group.hasOtherNames) {
        yield null;
        continue;
      }
      yield group.read();
      yield* group.readDense();
    }
  }
}

class Group {
  /** With different spellings the joined value belongs to no single name. */
  hasOtherNames = false;
  private readonly name: ByteString;
  private readonly decode: (value: ByteString) => ByteString;
  /** Not decoded yet. */
  private joined: ByteString;
  private isSingle = true;
  private dense: DenseGroup | null = null;

  constructor(name: ByteString, value: ByteString, decode: (value: ByteString) => ByteString) {
    this.name = name;
    this.joined = value;
    this.decode = decode;
  }

  copy(): Group {
    const copy = new Group(this.name, this.joined, this.decode);
    copy.isSingle = this.isSingle;
    copy.hasOtherNames = this.hasOtherNames;
    copy.dense = this.dense?.copy() ?? null;
    return copy;
  }

  /** The joined values, once the maximum is reached. */
  add(name: ByteString, value: ByteString): Pair | null {
    if (value === '') this.dense ??= new DenseGroup(this.joined.replace(LEADING_COMMA, ''));
    else this.dense?.add(value);
    this.joined += `,${value}`;
    this.isSingle = false;
    if (name !== this.name) this.hasOtherNames = true;
    if (this.joined.length <= MAX_JOINED) return null;
    const pair = this.read();
    this.joined = value;
    this.isSingle = true;
    return pair;
  }

  read(): Pair | null {
    if (this.isSingle || !SIGN.test(this.joined)) return null;
    return this.pair(this.joined);
  }

  /** `a=1'&a=&a=or 1`: ASP.NET Core leaves out empty values, where others have a comma more. */
  *readDense(): Generator<Pair | null> {
    if (this.dense === null) return;
    for (const joined of this.dense.all()) yield SIGN.test(joined) ? this.pair(joined) : null;
  }

  private pair(joined: ByteString): Pair {
    return [this.name === WITHOUT_NAME ? '' : this.name, this.decode(joined)];
  }
}

/** For a name with an empty value: all others joined. */
class DenseGroup {
  private last: ByteString;
  /** Number of joined values. */
  private count: number;
  private readonly full: ByteString[];

  constructor(before: ByteString, count = before === '' ? 0 : 1, full: readonly ByteString[] = []) {
    this.last = before;
    this.count = count;
    this.full = [...full];
  }

  copy(): DenseGroup {
    return new DenseGroup(this.last, this.count, this.full);
  }

  add(value: ByteString): void {
    this.last = this.count === 0 ? value : `${this.last},${value}`;
    this.count++;
    if (this.last.length <= MAX_JOINED) return;
    this.full.push(this.last);
    this.last = value;
    this.count = 1;
  }

  *all(): Generator<ByteString> {
    yield* this.full;
    if (this.count > 1) yield this.last;
  }
}
