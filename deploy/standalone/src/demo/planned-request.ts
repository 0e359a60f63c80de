import type { Place } from './places.ts';
import type { RefusalName } from './refusals.ts';
import type { SiteName } from './sites.ts';

/** Result of a request in the imported history, computed with the edge's rules instead of by an edge. */
export type Outcome =
  | { kind: 'served'; status: number; bytes: number; ms: number }
  | { kind: 'refused'; refusal: RefusalName }
  /** As a bot. `reason`: as the edge gives it. */
  | { kind: 'turned_away'; reason: string };

export interface PlannedRequest {
  atMs: number;
  site: SiteName;
  method: 'GET' | 'POST';
  target: string;
  userAgent: string;
  referer: string;
  place: Place;
  address: string;
  body: { type: string; text: string } | null;
  outcome: Outcome;
}
