/** Longer ones come seldom a second time. */
const MAX_LENGTH = 256;
const MAX_TEXTS = 4_096;

interface Known {
  /** Of the names that count as secrets. */
  readonly key: string;
  /** Where it stood. */
  readonly place: string;
}

/**
 * Texts in which nothing was found to mask: most fields of browsers come again and again. Each is known by where it stood last and by
 * whose names counted as secrets, which make a difference. One for all sites of a worker, so that what strangers make it remember is
 * bounded. Texts are looked up as they are: the rule engine has asked for most of them before, so that they need no new hash.
 */
export class HarmlessTexts {
  private texts = new Map<string, Known>();
  private older = new Map<string, Known>();

  has(key: string, place: string, text: string): boolean {
    const known = this.texts.get(text) ?? this.older.get(text);
    return known !== undefined && known.place === place && known.key === key;
  }

  learn(key: string, place: string, text: string): void {
    if (text.length > MAX_LENGTH) return;
    // Two generations instead of an order of use: the older half is forgotten at once.
    if (this.texts.size >= MAX_TEXTS / 2) {
      this.older = this.texts;
      this.texts = new Map();
    }
    this.texts.set(detached(text), { key, place: detached(place) });
  }
}

/** A slice of a request would keep the whole request in memory. */
const detached = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');
