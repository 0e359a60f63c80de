import type { ByteString } from '../../model/api.ts';
import { detached } from '../../model/detached.ts';
import { Entry, KnownEntry } from '../../model/entry.ts';
import { TwoGenerationCache } from '../../model/two-generation-cache.ts';
import { Recurrence } from '../candidate-memo/recurrence.ts';

const MAX_VALUES = 1024;
/** Names that one value is known under: `document`, `no-cache` and `1` have two or three. */
const MAX_NAMES = 4;
const MAX_NAME_LENGTH = 64;

/** Nobody's session or log-in is kept beyond its request. */
const SECRET: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Headers that came before, each as one entry with all that was found out about it: browsers send a dozen that they send with every
 * request. Bounded, and one is kept when it comes a second time.
 */
export class KnownHeaders {
  private readonly entries = new TwoGenerationCache<Entry[]>(MAX_VALUES);
  private readonly recurrence = new Recurrence();

  find(name: ByteString, value: ByteString): Entry {
    const known = this.entries.get(value);
    if (known !== undefined) for (const entry of known) if (entry.key === name) return entry;
    const entry = new Entry('REQUEST_HEADERS', name, value);
    return this.isKept(entry) ? this.keep(entry, known) : entry;
  }

  private isKept({ key, value, lowerKey }: Entry): boolean {
    return (
      TwoGenerationCache.holds(value) &&
      key!.length <= MAX_NAME_LENGTH &&
      !SECRET.has(lowerKey) &&
      this.recurrence.has(`${lowerKey}:${value}`)
    );
  }

  private keep({ collection, key, value }: Entry, known: Entry[] | undefined): Entry {
    const entry = new Entry(collection, detached(key!), detached(value));
    entry.known = new KnownEntry();
    if (known === undefined) this.entries.set(value, [entry]);
    else if (known.push(entry) > MAX_NAMES) known.shift();
    return entry;
  }
}
