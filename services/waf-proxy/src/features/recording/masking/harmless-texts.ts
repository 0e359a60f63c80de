import { detached, TwoGenerationCache } from '@palisade/waf-engine';

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
  private readonly texts = new TwoGenerationCache<Known>(MAX_TEXTS);

  has(key: string, place: string, text: string): boolean {
    const known = this.texts.get(text);
    return known !== undefined && known.place === place && known.key === key;
  }

  learn(key: string, place: string, text: string): void {
    if (TwoGenerationCache.holds(text)) this.texts.set(text, { key, place: detached(place) });
  }
}
