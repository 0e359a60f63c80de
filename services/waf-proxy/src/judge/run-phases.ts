import { hangsOnCertificate } from '../features/client-certificates/client-certificates.feature.ts';
import { skipsRules } from '../features/inspection/inspection-phase.ts';
import type { EdgeRequest } from '../pipeline/edge.ts';
import type { FeatureName } from '../pipeline/features.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../request/verdict.ts';
import type { Judgement } from './judgement.ts';
import type { RecordedFacts } from './recorded-facts.ts';
import type { Inspected, ReplayState } from './replay-services.ts';
import { REPLAYED_FEATURES, type ReplayServices } from './replayed-phases.ts';

type Phase = (context: EdgeRequest, services: ReplayServices) => PhaseResult;

/** In the order of the edge. */
const PHASES: readonly { name: FeatureName; phase: Phase }[] = REPLAYED_FEATURES.map(({ name, phase }) => ({
  name,
  phase,
}));

const DECIDED_BY_RATES: ReadonlySet<EdgeAction> = new Set([
  EdgeAction.RATE_LIMIT,
  EdgeAction.BAN,
  EdgeAction.DDOS,
]);
const BY_BEHAVIOUR: ReadonlySet<string> = new Set(['bot:searches', 'bot:pages_only', 'bot:steady']);
const BY_SCANNER: ReadonlySet<string> = new Set(['malware', 'upload_over_limit', 'upload_scan_failed']);

/** Options of a run through the phases; the same for all requests that two policies are compared on. */
export interface Run {
  readonly onPhase: ((name: FeatureName, verdict: Verdict | null) => void) | null;
  readonly onEnd: ((context: EdgeRequest, judgement: Judgement) => void) | null;
  readonly keepsInspection: boolean;
  /** The policies accept different client certificates, so that having been let in then proves nothing. */
  readonly changesCertificates: boolean;
}

export const JUDGEMENT_ONLY: Run = {
  onPhase: null,
  onEnd: null,
  keepsInspection: false,
  changesCertificates: false,
};

/** One run through the phases, besides the request. */
export interface Replay {
  readonly recorded: RecordedFacts;
  readonly run: Run;
  /** Results to reuse; null: run the rules. */
  readonly inspected: Inspected | null;
  readonly services: ReplayServices;
  readonly state: ReplayState;
}

/** The verdict of the first phase that decides; synchronous unless a phase waits. */
export function runPhases(context: EdgeRequest, replay: Replay, first = 0): PhaseResult {
  const { recorded, run, inspected, services, state } = replay;
  for (let index = first; index < PHASES.length; index++) {
    const { name, phase } = PHASES[index]!;
    // Rate limits come between the owner's rules and bot protection.
    if (name === 'bots' && isByRates(recorded)) {
      state.cannotTell('rates');
      return null;
    }
    // Certificates are checked before the owner's rules.
    if (name === 'custom-rules' && isForCertificates(context, recorded, run)) {
      state.cannotTell('certificate');
      return null;
    }
    // The edge answers its own paths itself.
    if (name === 'bots' && context.isReserved) return null;
    const isInspection = name === 'inspection';
    // Without rules, this phase only waits for the body.
    if (isInspection && (context.site!.rules === null || skipsRules(context))) continue;
    const keeps = isInspection && run.keepsInspection && context.action === EdgeAction.ALLOW;
    const result =
      isInspection && inspected !== null ? takeOver(context, inspected) : phase(context, services);
    if (result instanceof Promise)
      return result.then((verdict) => {
        noted(context, replay, index, keeps, verdict);
        return verdict ?? runPhases(context, replay, index + 1);
      });
    noted(context, replay, index, keeps, result);
    if (result !== null) return result;
  }
  if (BY_BEHAVIOUR.has(recorded.reason)) state.cannotTell('behaviour');
  if (BY_SCANNER.has(recorded.reason)) state.cannotTell('upload_scan');
  return null;
}

/** No closure: one for each phase of each request would be a tenth of a replay. */
function noted(
  context: EdgeRequest,
  { run, state }: Replay,
  index: number,
  keeps: boolean,
  verdict: Verdict | null,
): void {
  run.onPhase?.(PHASES[index]!.name, verdict);
  if (keeps && !context.engineFailed) state.inspected = { context, verdict };
}

function takeOver(context: EdgeRequest, inspected: Inspected): Verdict | null {
  const { transaction, interruption, action, reason } = inspected.context;
  context.transaction = transaction;
  context.interruption = interruption;
  if (action === EdgeAction.LOG_ONLY && reason !== '') context.wouldRefuse(reason);
  return inspected.verdict;
}

/** A client that was let in then had a certificate, if the site's settings are the same. */
function isForCertificates(context: EdgeRequest, { reason }: RecordedFacts, run: Run): boolean {
  const isRefused = reason.startsWith('client_certificate:');
  return (isRefused || run.changesCertificates) && hangsOnCertificate(context);
}

function isByRates({ action, reason }: RecordedFacts): boolean {
  return DECIDED_BY_RATES.has(action) || reason === 'overloaded';
}
