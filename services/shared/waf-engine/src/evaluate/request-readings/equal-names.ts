import type { ByteString } from '../../model/api.ts';
import { lowerAscii } from '../../model/entry.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';

/** Without one of these signs, or its escape, no attack is in two parts, whatever is put between them. */
const SIGN = /['"`<>(){}[\]*/\\|$#;]|--|%(?:2[2-47-9af]|3[bce]|5[bcd]|60|7[bcd])/i;
/** Of a longer value only both ends meet another. */
const MAX_VALUE = 8 * 1024;
/** So much is put together; what follows, with the last value again. */
const MAX_JOINED = 16 * 1024;
const MAX_NAME = 1024;

type Pair = readonly [name: ByteString, value: ByteString];

/**
 * `a=1'/_&a=_/or 1` with stars for the underscores: ASP.NET makes one value of those of equal names, with a comma in between, and so does
 * JavaScript of a list where it expects a text, so that an attack may be in parts none of which is one. Only where a value has a
 * sign that attacks are made with. `null` for every pair: a moment to pause.
 */
export function* equalNames(text: ByteString): Generator<Pair | null> {
  if (!mayHaveEqualNames(text)) return;
  const groups = new Map<ByteString, Group>();
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('&', start);
    const end = next < 0 ? text.length : next;
    yield takePair(text.slice(start, end), groups);
    start = end + 1;
  }
  for (const group of groups.values()) yield group.read();
}

/** One pair, and most that are nothing but words and numbers, have none. */
function mayHaveEqualNames(text: ByteString): boolean {
  return text.includes('&') && SIGN.test(text);
}

function takePair(pair: ByteString, groups: Map<ByteString, Group>): Pair | null {
  const equals = pair.indexOf('=');
  const nameEnd = equals < 0 ? pair.length : equals;
  if (nameEnd > MAX_NAME) return null;
  const name = percentDecode(pair.slice(0, nameEnd), true);
  const key = lowerAscii(name);
  const value = equals < 0 ? '' : edgesOf(pair.slice(equals + 1));
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Group(name, value));
  else return group.add(value);
  return null;
}

const edgesOf = (value: ByteString): ByteString =>
  value.length > MAX_VALUE ? value.slice(0, MAX_VALUE / 2) + value.slice(-MAX_VALUE / 2) : value;

class Group {
  private readonly name: ByteString;
  /** Not decoded yet. */
  private joined: ByteString;
  private isSingle = true;

  constructor(name: ByteString, value: ByteString) {
    this.name = name;
    this.joined = value;
  }

  /** What was joined, if there is no room for more. */
  add(value: ByteString): Pair | null {
    this.joined += `,${value}`;
    this.isSingle = false;
    if (this.joined.length <= MAX_JOINED) return null;
    const pair = this.read();
    this.joined = value;
    this.isSingle = true;
    return pair;
  }

  read(): Pair | null {
    return this.isSingle || !SIGN.test(this.joined) ? null : [this.name, percentDecode(this.joined, true)];
  }
}
