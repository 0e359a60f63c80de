import type { CrawlerKind } from '@palisade/site-policy';
import type { BodyValues } from './body-values.ts';

/** Of a client that says to be a crawler. */
export interface CrawlerClaim {
  /** What that crawler is for. */
  readonly kind: CrawlerKind;
  /** Its address is one of the crawler's operator; false: it is none, nobody knows yet, or nobody can. */
  readonly isGenuine: boolean;
}

/** What is known of a request besides its head when conditions are asked; null where it is not, or not yet. */
export interface KnownFacts {
  readonly body: BodyValues | null;
  /** Null: it says to be none. */
  readonly crawler: CrawlerClaim | null;
  readonly attackScore: number | null;
  readonly answerStatus: number | null;
}

export const NOTHING_FOUND: KnownFacts = Object.freeze({
  body: null,
  crawler: null,
  attackScore: null,
  answerStatus: null,
});
