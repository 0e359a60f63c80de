import type { ByteString } from '../../model/api.ts';
import { detached } from '../../model/detached.ts';
import type { Entry } from '../../model/entry.ts';
import { TwoGenerationCache } from '../../model/two-generation-cache.ts';

const MAX_VALUES = 512;

interface Known {
  readonly lowerKey: ByteString;
  readonly answer: boolean;
}

/** So many there are. */
let memos = 0;

/**
 * Remembers what a look at a header's name and value said: most of what browsers send comes again and again. The look is to depend on
 * nothing else. Bounded; a value is known under the name that it had last.
 */
export class HeaderMemo {
  private readonly values = new TwoGenerationCache<Known>(MAX_VALUES);
  private readonly look: (header: Entry) => boolean;
  private readonly number = memos++;

  constructor(look: (header: Entry) => boolean) {
    this.look = look;
  }

  /** @param inUse false: it is looked anew */
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
