import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';
import { mayBeCoded } from './coded-text.ts';

const PLAIN_PATH = /^[\w./~@:,+-]*$/;
/** Nothing can be written with it, but in base64 or hexadecimal digits. */
const SHORT_WORD = /^[\w.-]{0,20}$/;

/** Shorter segments come to no attack out of base64 or hexadecimal digits. */
const MIN_CODED = 8;

/**
 * Routers hand over each segment as a value of its own, of which the beginning says what it is; and what stands behind a semicolon
 * in it (`/orders;ref=7`), as Java's do. Of segments of words and signs only those that may be a text in base64: programs undo
 * that in a path as they do in a query.
 */
export function addPathReadings(target: ByteString, into: Entry[]): void {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const isPlain = PLAIN_PATH.test(path);
  if (isPlain && path.length <= MIN_CODED) return;
  for (const segment of path.split('/')) {
    if ((isPlain || PLAIN_PATH.test(segment)) && !isCoded(segment)) continue;
    into.push(new Entry('REQUEST_FILENAME', null, segment));
    if (segment.includes(';')) addParameters(segment, into);
  }
}

const isCoded = (segment: ByteString): boolean => segment.length >= MIN_CODED && mayBeCoded(segment);

function addParameters(segment: ByteString, into: Entry[]): void {
  for (const pair of segment.split(';').slice(1)) {
    const value = pair.slice(pair.indexOf('=') + 1);
    if (!SHORT_WORD.test(value) || mayBeCoded(value)) into.push(new Entry('REQUEST_FILENAME', null, value));
  }
}
