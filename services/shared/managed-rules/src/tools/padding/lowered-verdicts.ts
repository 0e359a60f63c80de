import type { SiteRuleSet } from '@palisade/waf-engine';
import type { CorpusRequest } from '../score/corpus.ts';
import { inspect } from '../score/judge.ts';
import { FILLERS, type Padding, POSITIONS } from './filler.ts';
import { type Place, padRequest, placesOf } from './pad-request.ts';
import { SPELLINGS, type Spelling, spellRequest } from './spell-request.ts';

/** Of the requests that were padded. */
export interface PaddingCount {
  blocked: number;
  padded: number;
  /** Written in another way. */
  spelled: number;
  /** Refused because of the number of its parts: blocked, too. */
  overLimit: number;
  /** What no longer was blocked. */
  readonly lowered: string[];
}

export const noPadding = (): PaddingCount => ({
  blocked: 0,
  padded: 0,
  spelled: 0,
  overLimit: 0,
  lowered: [],
});

/** Around the limits that there are or were, and beyond all of them. The larger, the rarer. */
const COUNTS: readonly (readonly [count: number, every: number])[] = [
  [100_000, 397],
  [140_000, 499],
  [20_000, 101],
  [5_000, 37],
  [1_001, 11],
  [1_000, 7],
  [999, 5],
  [300, 3],
  [1, 1],
];

/** Each request and place gets another filler, number and position, the same in every run. */
export function paddingOf(turn: number): Padding {
  const [count] = COUNTS.find(([, every]) => turn % every === 0)!;
  return {
    filler: FILLERS[turn % FILLERS.length]!,
    count,
    position: POSITIONS[Math.floor(turn / FILLERS.length) % POSITIONS.length]!,
  };
}

/** Pads a request that the site blocks in every place where it can be, and remembers where that let it pass. */
export function countLowered(
  site: SiteRuleSet,
  request: CorpusRequest,
  turn: number,
  into: PaddingCount,
): void {
  if (inspect(site, request).interruption === null) return;
  into.blocked++;
  for (const [index, place] of placesOf(request).entries()) {
    countPadded(site, request, { place, padding: paddingOf(turn * 3 + index) }, into);
  }
  for (const spelling of SPELLINGS) countSpelled(site, request, spelling, into);
}

function countSpelled(
  site: SiteRuleSet,
  request: CorpusRequest,
  spelling: Spelling,
  into: PaddingCount,
): void {
  const spelled = spellRequest(request, spelling);
  if (spelled === null) return;
  into.spelled++;
  if (inspect(site, spelled).interruption !== null) return;
  into.lowered.push(
    `${request.id} (${request.kind}): ${spelling}: ${JSON.stringify(request.text.slice(0, 200))}`,
  );
}

export function countPadded(
  site: SiteRuleSet,
  request: CorpusRequest,
  { place, padding }: { place: Place; padding: Padding },
  into: PaddingCount,
): void {
  into.padded++;
  const { interruption, bodyError } = inspect(site, padRequest(request, place, padding));
  if (interruption?.status === 413) into.overLimit++;
  if (interruption !== null) return;
  const { filler, count, position } = padding;
  into.lowered.push(
    `${request.id} (${request.kind}): ${count} × ${filler.name} ${position} in ${place}` +
      `${bodyError === null ? '' : `, ${bodyError}`}: ${JSON.stringify(request.text.slice(0, 200))}`,
  );
}
