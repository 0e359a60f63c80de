import { valuesOf } from '../http/header-lines.ts';
import type { CountersOf, Feature } from '../request/feature.ts';
import { PEER_FIELD_LOWER } from '../request/from-peer.ts';
import type { RequestContext } from '../request/request-context.ts';
import { EdgeAction, type PhaseResult } from '../request/verdict.ts';
import type { PeerSeal } from '../upstream/peers/peer-seal.ts';

/** Maximum number of our own entries in Via; more is a loop, even if a lenient origin changed the header. */
const LOOP_MARKS = 1;

export interface LoopGuardServices {
  /** Null: no other node is asked or served. */
  peers: { readonly seal: PeerSeal } | null;
  counters: CountersOf<typeof COUNTERS>;
  /** This installation's name in Via; the same on all of its nodes. */
  viaName: string;
}

const COUNTERS = {
  peerRequests: 'Requests of other edge nodes, for their visitors',
} as const;

function refuseLoop(context: RequestContext, edge: LoopGuardServices): PhaseResult {
  const { via, cdnLoop } = context.head;
  if (via === '' && cdnLoop === '') return null;
  const marks = Math.max(marksOf(via, edge.viaName, 1), marksOf(cdnLoop, edge.viaName, 0));
  if (marks < LOOP_MARKS) return null;
  // A node that another one asks never asks a further one, so it adds exactly one entry.
  if (marks === LOOP_MARKS && comesFromPeer(context, edge)) return null;
  return { status: 508, action: EdgeAction.REJECT, reason: 'loop_detected' };
}

/** @param place index of the name among an entry's words; a parameter may follow it */
function marksOf(list: string, name: string, place: number): number {
  return list.split(',').filter((mark) => mark.trim().split(/[\s;]+/)[place] === name).length;
}

/** From here on the client is the visitor for whom the node asks. */
function comesFromPeer(context: RequestContext, { peers, counters }: LoopGuardServices): boolean {
  if (peers === null || valuesOf(context.rawHeaders, PEER_FIELD_LOWER).length !== 1) return false;
  const { method, scheme, head, rawHeaders } = context;
  const { siteId, trustedProxies } = context.site!;
  const visitor = peers.seal.open({ siteId, method, scheme, target: head.target, rawHeaders });
  if (visitor === null) return false;
  counters.peerRequests++;
  context.fromPeer = visitor;
  // The site's own proxies may have named this visitor: see `believeProxies`.
  context.client = trustedProxies === null ? visitor.client : { ...visitor.client, vouchedBy: siteId };
  return true;
}

export const loopGuard = {
  name: 'loop-guard',
  killSwitches: [],
  compile: () => ({}),
  counters: COUNTERS,
  phase: refuseLoop,
} as const satisfies Feature<object, LoopGuardServices>;
