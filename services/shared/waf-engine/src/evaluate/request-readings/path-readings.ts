import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';

const PLAIN_PATH = /^[\w./~@:,+-]*$/;

/** Routers hand over each segment as a value of its own, of which the beginning says what it is. */
export function addPathReadings(target: ByteString, into: Entry[]): void {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  if (PLAIN_PATH.test(path)) return;
  for (const segment of path.split('/'))
    if (!PLAIN_PATH.test(segment)) into.push(new Entry('REQUEST_FILENAME', null, segment));
}
