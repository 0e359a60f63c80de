import type { ByteString } from '../../model/api.ts';
import { detached } from '../../model/detached.ts';
import type { Entry } from '../../model/entry.ts';

const MAX_LENGTH = 256;
const MAX_VALUES = 512;

interface Known {
  readonly lowerKey: ByteString;
  readonly answer: boolean;
}

/**
 * Remembers what a look at a header's name and value said: most of what browsers send comes again and again. The look is to depend on
 * nothing else. Bounded; a value is known under the name that it had last.
 */
export class HeaderMemo {
  private values = new Map<ByteString, Known>();
  private older = new Map<ByteString, Known>();
  private readonly look: (header: Entry) => boolean;

  constructor(look: (header: Entry) => boolean) {
    this.look = look;
  }

  /** @param inUse false: it is looked anew */
  ask(header: Entry, inUse: boolean): boolean {
    const { value, lowerKey } = header;
    if (!inUse || value.length > MAX_LENGTH) return this.look(header);
    const known = this.values.get(value) ?? this.older.get(value);
    if (known?.lowerKey === lowerKey) return known.answer;
    const answer = this.look(header);
    // Two generations instead of an order of use: the older half is forgotten at once.
    if (this.values.size >= MAX_VALUES / 2) {
      this.older = this.values;
      this.values = new Map();
    }
    this.values.set(detached(value), { lowerKey: detached(lowerKey), answer });
    return answer;
  }
}
