import type { CrawlerKind } from '@palisade/site-policy';
import type { BodyValues } from './body-values.ts';

/** A client's claim to be a crawler. */
export interface CrawlerClaim {
  /** The purpose of that crawler. */
  readonly kind: CrawlerKind;
  /** The address belongs to the crawler's operator; false: it does not, or this is not known (yet). */
  readonly isGenuine: boolean;
}

/** What is known of a request besides its head when conditions are evaluated; null: not, or not yet. */
export interface KnownFacts {
  readonly body: BodyValues | null;
  /** Null: it claims none. */
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
