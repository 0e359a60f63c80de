import { statSync } from 'node:fs';
import type { FairCounter } from '../../io/shares/fair-counter.ts';
import { HashFile } from './hash-file.ts';
import type { LeakedList } from './leaked-list.ts';
import { LOOKUP_TIMEOUT_MS, LookupRoom } from './lookup-room.ts';
import { RangeFolder } from './range-folder.ts';
import { RangeServer } from './range-server.ts';

/** Of a worker's sixteen I/O threads; DNS, compression and the cache need them as well. */
const MAX_DISK_LOOKUPS = 4;

/**
 * The operator's list: the URL of a range server, a folder of ranges, or a file of hashes. A missing path is taken for
 * a file; until it exists, every lookup is unknown.
 */
export function leakedListAt(
  place: string,
  room: FairCounter,
  onFault: (error: unknown) => void,
): LeakedList {
  if (/^https?:\/\//i.test(place))
    return new RangeServer({ url: place, lookups: new LookupRoom(room, null), onFault });
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const list = isFolder ? new RangeFolder(place, onFault) : new HashFile(place, onFault);
  const lookups = new LookupRoom(room, { most: MAX_DISK_LOOKUPS, timeoutMs: LOOKUP_TIMEOUT_MS });
  return { has: (hash, holder) => lookups.ask(holder, () => list.has(hash)) };
}
