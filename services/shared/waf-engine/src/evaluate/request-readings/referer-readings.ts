import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';
import { mayBeCoded } from './coded-text.ts';

/** More pairs than this are read as one value; pages have a few. */
const MAX_PAIRS = 64;
/** Numbers, words, short tokens: nothing can be written with them, but in base64. */
const PLAIN_PAIR = /^[\w.~-]{0,40}(?:=[\w.~-]{0,40})?$/;

/** The same of a segment of its path, without what is usual there besides. */
const PLAIN_SEGMENT = /^[\w.~@:+,-]*$/;
const PLAIN_PATH = /^[\w./~@:+,-]*$/;
/** Shorter segments come to no attack out of base64 or hexadecimal digits. */
const MIN_CODED = 8;
/** Where a page's path begins, behind scheme and host. */
const PATH_START = /^[a-z][\w+.-]{0,20}:\/\/[^/?#]*/i;

/**
 * Somebody asks a search engine about a statement; it breaks out of nothing, and the header itself is judged besides.
 */
const STATEMENT = /^\s*(?:select|insert|update|delete|create|alter|drop|with)\s/i;

/**
 * What programs that count visits read of the page before: the segments of its path that are more than words, the values of its
 * query, such as the words of a search, and the names that are more than words.
 */
export function addRefererReadings({ collection, key, value }: Entry, into: Entry[]): void {
  const question = value.indexOf('?');
  addSegments(question < 0 ? value : value.slice(0, question), (segment) =>
    into.push(new Entry(collection, key, percentDecode(segment, false))),
  );
  if (question < 0) return;
  const fragment = value.indexOf('#', question);
  const query = value.slice(question + 1, fragment < 0 ? value.length : fragment);
  const add = (coded: ByteString) => {
    const text = percentDecode(coded, true);
    if (!STATEMENT.test(text)) into.push(new Entry(collection, key, text));
  };
  for (let at = 0, pairs = 1; at < query.length; pairs++) {
    const next = pairs < MAX_PAIRS ? query.indexOf('&', at) : -1;
    const end = next < 0 ? query.length : next;
    const pair = query.slice(at, end);
    at = end + 1;
    if (PLAIN_PAIR.test(pair) && !mayBeCoded(pair)) continue;
    const equals = pair.indexOf('=');
    if (equals >= 0) add(pair.slice(equals + 1));
    if (equals !== 0 && !PLAIN_PAIR.test(equals < 0 ? pair : pair.slice(0, equals)))
      add(equals < 0 ? pair : pair.slice(0, equals));
  }
}

function addSegments(page: ByteString, add: (segment: ByteString) => void): void {
  const origin = PATH_START.exec(page);
  if (origin === null) return;
  const path = page.slice(origin[0].length);
  if (path.length < MIN_CODED && PLAIN_PATH.test(path)) return;
  for (const segment of path.split('/', MAX_PAIRS))
    if (!PLAIN_SEGMENT.test(segment) || (segment.length >= MIN_CODED && mayBeCoded(segment))) add(segment);
}
