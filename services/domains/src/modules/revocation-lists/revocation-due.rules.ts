import { DAY_MS } from '@palisade/basics';
import { readRevocationList } from '@palisade/site-policy';

/** Time to fetch and save another one. */
const SOON_MS = 3 * DAY_MS;
/**
 * A list with a shorter lifetime always ends soon: it is replaced by a program, and its owner is notified only when
 * that fails.
 */
const SHORT_LIFE_MS = 7 * DAY_MS;

export interface DueList {
  /** Its authority's name, as people read it. */
  issuer: string;
  nextUpdate: Date;
  isOver: boolean;
}

/** Which of a site's revocation lists are to be replaced by now; of those of one authority, what the newest says. */
export function dueLists(pems: readonly string[], nowMs: number): DueList[] {
  const newest = new Map<string, DueList & { lastsMs: number }>();
  for (const pem of pems) {
    const list = readRevocationList(pem);
    if (list?.nextUpdate == null) continue;
    const { issuer, issuerName, nextUpdate, thisUpdate } = list;
    if (nextUpdate <= (newest.get(issuer)?.nextUpdate ?? 0)) continue;
    const lastsMs = nextUpdate.getTime() - thisUpdate.getTime();
    newest.set(issuer, { issuer: issuerName, nextUpdate, lastsMs, isOver: nextUpdate.getTime() <= nowMs });
  }
  return [...newest.values()]
    .filter(
      ({ nextUpdate, isOver, lastsMs }) =>
        isOver || (lastsMs > SHORT_LIFE_MS && nextUpdate.getTime() - SOON_MS <= nowMs),
    )
    .map(({ issuer, nextUpdate, isOver }) => ({ issuer, nextUpdate, isOver }));
}
