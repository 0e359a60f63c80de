import type { ByteString } from '../../model/api.ts';
import { detached } from '../../model/detached.ts';
import type { Entry } from '../../model/entry.ts';
import { TwoGenerationCache } from '../../model/two-generation-cache.ts';

const MAX_VALUES = 512;

interface Known {
  readonly lowerKey: ByteString;
  readonly answer: boolean;
}

/** Number of memos. */
let memos = 0;

/**
 * Caches the result of examining a header's name and value: most of what browsers send recurs. The examination must
 * depend on nothing else. Bounded; a value is stored with its last name only.
 */
export class HeaderMemo {
  private readonly values = new TwoGenerationCache<Known>(MAX_VALUES);
  private readonly look: (header: Entry) => boolean;
  private readonly number = memos++;

  constructor(look: (header: Entry) => boolean) {
    this.look = look;
  }

  /** @param inUse false: it is examined again */
  ask(header: Entry, inUse: boolean): boolean {
    const { value, lowerKey } = header;
    if (inUse && header.known !== null) {
      const { answers } = header.known;
      answers[this.number] ??= this.look(header);
      return answers[this.number]!;
    }
    if (!inUse || !TwoGenerationCache.holds(value)) return this.look(header);
    const known = this.values.get(value);
    if (known?.lowerKey === lowerKey) return known.answer;
    const answer = this.look(header);
    this.values.set(value, { lowerKey: detached(lowerKey), answer });
    return answer;
  }
}
