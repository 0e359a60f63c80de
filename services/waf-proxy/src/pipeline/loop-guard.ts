import type { Feature } from '../request/feature.ts';
import type { RequestContext } from '../request/request-context.ts';
import { EdgeAction, type PhaseResult } from '../request/verdict.ts';

/** More of our own marks in Via than this is a loop, whatever a lenient origin may make of the header. */
const LOOP_MARKS = 1;

export interface LoopGuardServices {
  /** How this installation names itself in Via; the same on all of its nodes. */
  viaName: string;
}

function refuseLoop({ head }: RequestContext, edge: LoopGuardServices): PhaseResult {
  if (head.via === '' || marksOf(head.via, edge.viaName) < LOOP_MARKS) return null;
  return { status: 508, action: EdgeAction.REJECT, reason: 'loop_detected' };
}

function marksOf(via: string, name: string): number {
  return via.split(',').filter((mark) => mark.trim().split(/\s+/)[1] === name).length;
}

export const loopGuard = {
  name: 'loop-guard',
  killSwitches: [],
  compile: () => ({}),
  counters: {},
  phase: refuseLoop,
} as const satisfies Feature<object, LoopGuardServices>;
