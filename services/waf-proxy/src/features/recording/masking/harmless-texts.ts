import { detached, TwoGenerationCache } from '@palisade/waf-engine';

const MAX_TEXTS = 4_096;

interface Known {
  /** Identifies the set of secret names. */
  readonly key: string;
  /** The field in which the text stood. */
  readonly place: string;
}

/**
 * Texts in which nothing had to be masked, since most headers repeat. Keyed by the field and the set of secret names,
 * on which the result depends. Shared by all sites of a worker, so that memory is bounded whatever clients send.
 * Strings are looked up as they are: the rule engine has hashed most of them before.
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
