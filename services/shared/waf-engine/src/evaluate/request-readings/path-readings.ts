import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';

const PLAIN_PATH = /^[\w./~@:,+-]*$/;
/** Nothing can be written with it. */
const SHORT_WORD = /^[\w.-]{0,20}$/;

/**
 * Routers hand over each segment as a value of its own, of which the beginning says what it is; and what stands behind a semicolon
 * in it (`/orders;ref=7`), as Java's do.
 */
export function addPathReadings(target: ByteString, into: Entry[]): void {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (PLAIN_PATH.test(path)) return;
  for (const segment of path.split('/')) {
    if (PLAIN_PATH.test(segment)) continue;
    into.push(new Entry('REQUEST_FILENAME', null, segment));
    if (segment.includes(';')) addParameters(segment, into);
  }
}

function addParameters(segment: ByteString, into: Entry[]): void {
  for (const pair of segment.split(';').slice(1)) {
    const value = pair.slice(pair.indexOf('=') + 1);
    if (!SHORT_WORD.test(value)) into.push(new Entry('REQUEST_FILENAME', null, value));
  }
}
