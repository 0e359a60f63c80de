import { isAcmeChallengePath } from '@palisade/edge-state';
import { readHeadSigns } from '../../http/head-signs.ts';
import type { Challenger } from '../../request/challenger.ts';
import type { Feature } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';
import { keepListRecord } from './access-phase.ts';
import type { ClientLists } from './client-lists.ts';

export interface ChallengedListsPart {
  /** Ids of lists; empty where the site's protection is off. */
  readonly challengedLists: readonly string[];
}

export interface ChallengedListsServices {
  bots: Challenger;
  clientLists: Pick<ClientLists, 'holding'>;
}

const NONE: readonly string[] = [];

/** Challenges clients on one of these lists. */
function challengeListed(
  context: RequestContext<Site & ChallengedListsPart>,
  edge: ChallengedListsServices,
): PhaseResult {
  const site = context.site!;
  if (site.challengedLists.length === 0 || context.allowListed || context.isReserved) return null;
  // Certificate authorities have no browser and connect from anywhere.
  if (isAcmeChallengePath(context.head.target)) return null;
  const match = edge.clientLists.holding(site.challengedLists, site, context);
  if (match === null) return null;
  const signs = readHeadSigns(context.rawHeaders);
  if (edge.bots.isCleared(context, signs.cookie)) return null;
  keepListRecord(context, match);
  return edge.bots.challenge(context, signs, {
    reason: `challenged_list:${match.name}`,
    ofPrograms: { status: 403, action: EdgeAction.IP_LIST },
  });
}

export const challengedLists = {
  name: 'challenged-lists',
  killSwitches: [],
  compile: ({ settings, isOn }): ChallengedListsPart => ({
    challengedLists: isOn ? settings.challenged_lists : NONE,
  }),
  // Without bot protection nobody could solve the challenge.
  withSwitchesOff: (part, off) => (off.has('bots') ? { challengedLists: NONE } : part),
  mayChallenge: ({ challengedLists: lists }) => lists.length > 0,
  counters: {},
  phase: challengeListed,
} as const satisfies Feature<ChallengedListsPart, ChallengedListsServices>;
