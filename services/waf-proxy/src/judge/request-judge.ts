// Judges one recorded request by one policy, with the edge's own phases:
//
//   record ─▶ parse the head again ─▶ RequestContext ─▶ phases that depend on this request only ─▶ Judgement
//
// Phases that depend on other requests, other machines or the time are left out. An outcome that depends on them is
// unknown, never guessed.

import type { recordedRequestV1 } from '@palisade/contracts';
import type { AuditRecord } from '@palisade/waf-engine';
import { inspection } from '../features/inspection/inspection.feature.ts';
import type { CompiledSite } from '../pipeline/compiled-site.ts';
import type { EdgeRequest } from '../pipeline/edge.ts';
import type { FeatureName } from '../pipeline/features.ts';
import type { ClientFingerprint } from '../request/client-connection.ts';
import { releaseHeldBody } from '../request/held-body.ts';
import type { Verdict } from '../request/verdict.ts';
import { type ExplainedPhase, type Explanation, explanationOf } from './explanation.ts';
import type { Judgement } from './judgement.ts';
import { judgementOf, unknownJudgement } from './judgement-of.ts';
import { bodyOf, contextOf, type Incoming, incomingOf } from './recorded-context.ts';
import { factsOf, type RecordedFacts } from './recorded-facts.ts';
import { inspectedAtEdge, seesMaskedCode } from './recorded-rules.ts';
import { type ClientOnLists, createReplayServices, type Inspected, ReplayState } from './replay-services.ts';
import { explainedPhases } from './replayed-phases.ts';
import { JUDGEMENT_ONLY, type Run, runPhases } from './run-phases.ts';
import { type SharedRules, sharedRulesOf } from './shared-rules.ts';

type Recorded = recordedRequestV1.RecordedRequest;

const NO_LISTS: ClientOnLists = new Map();

/** What a run through the phases began with. */
interface Ending {
  readonly recorded: RecordedFacts;
  readonly site: CompiledSite;
  readonly run: Run;
  /** Results that were reused; null: the rules have run. */
  readonly inspected: Inspected | null;
}

/** Judges one request at a time, any number in sequence. */
export class RequestJudge {
  private readonly state = new ReplayState();
  private readonly services: ReturnType<typeof createReplayServices>;
  private readonly shares: boolean;
  private pair: SharedRules | null = null;

  /**
   * @param lists outcomes that depend on any other list are unknown
   * @param options.shares false: `judgeBoth` always runs the rules of each policy
   */
  constructor(lists: ClientOnLists = NO_LISTS, { shares = true }: { shares?: boolean } = {}) {
    this.shares = shares;
    this.services = createReplayServices(lists, this.state);
  }

  private incomingOf(recorded: RecordedFacts): Incoming | null {
    return incomingOf(recorded, this.fingerprintOf(recorded));
  }

  /** Over TLS, a missing fingerprint was probably not recorded rather than not there. */
  private fingerprintOf({ ja4, secure }: RecordedFacts): ClientFingerprint {
    const isWithheld = ja4 === '' && secure;
    if (!isWithheld) return { ja4 };
    const { state } = this;
    return {
      get ja4() {
        state.cannotTell('fingerprint');
        return '';
      },
    };
  }

  async judge(recorded: Recorded, site: CompiledSite): Promise<Judgement> {
    return await this.judgeFacts(factsOf(recorded), site);
  }

  async judgeFacts(recorded: RecordedFacts, site: CompiledSite): Promise<Judgement> {
    return await this.judged(recorded, this.incomingOf(recorded), site, JUDGEMENT_ONLY);
  }

  /**
   * Judges a request by two policies. The head is parsed once, and the rules' results under the first policy are reused
   * for the second where the difference cannot affect them: most changes are about something else.
   *
   * @param one the policy in force when the request was recorded
   */
  async judgeBoth(
    recorded: RecordedFacts,
    one: CompiledSite,
    other: CompiledSite,
  ): Promise<readonly [Judgement, Judgement]> {
    const incoming = this.incomingOf(recorded);
    if (this.pair?.one !== one || this.pair.other !== other)
      this.pair = sharedRulesOf(one, other, this.shares);
    const { fuller, second, holds, fullerRun, secondRun } = this.pair;
    const judgedFirst = this.judged(recorded, incoming, fuller, fullerRun);
    // Waiting for what is there already costs a turn of the event loop's queue.
    const first = judgedFirst instanceof Promise ? await judgedFirst : judgedFirst;
    const { inspected, audit } = this.state;
    // A failed run has no results to reuse.
    const isReused =
      first.unknown === null && inspected !== null && holds?.(inspected, audit, recorded.target) === true;
    const reused = isReused ? inspected : null;
    const judgedLast = this.judged(recorded, incoming, second, secondRun, reused, reused && audit);
    const last = judgedLast instanceof Promise ? await judgedLast : judgedLast;
    return fuller === one ? [first, last] : [last, first];
  }

  /** Judges a request and returns everything that led to the outcome. Null: the record is not a valid request. */
  async explain(recorded: Recorded, site: CompiledSite): Promise<Explanation | null> {
    const answers = new Map<FeatureName, ExplainedPhase['answer']>();
    let explanation: Explanation | null = null;
    const facts = factsOf(recorded);
    await this.judged(facts, this.incomingOf(facts), site, {
      ...JUDGEMENT_ONLY,
      onPhase: (name, verdict) => answers.set(name, verdict === null ? 'went_on' : 'decided'),
      onEnd(context, judgement) {
        const phases = explainedPhases(answers, judgement.outcome !== null);
        explanation = explanationOf(context, judgement, phases);
      },
    });
    return explanation;
  }

  /**
   * Synchronous, unless a phase takes more than one turn of the event loop.
   * @param reused what another site's rules found, which holds for this site's
   */
  private judged(
    recorded: RecordedFacts,
    incoming: Incoming | null,
    site: CompiledSite,
    run: Run,
    reused: Inspected | null = null,
    audit: AuditRecord | null = null,
  ): Judgement | Promise<Judgement> {
    const { services, state } = this;
    state.begin(recorded, site);
    services.bots.cleared = recorded.cleared;
    if (incoming === null) return unknownJudgement('unreadable');
    const inspected = reused ?? inspectedAtEdge(recorded, site);
    state.audit = audit;
    const body = bodyOf(recorded);
    const context = contextOf(incoming, body);
    try {
      const result = runPhases(context, { recorded, run, inspected, services, state });
      const ending = { recorded, site, run, inspected };
      if (!(result instanceof Promise)) return this.ended(context, result, ending);
      const decided = body === null ? result : Promise.race([result, body.missing()]);
      return decided.then(
        (verdict) => this.ended(context, verdict, ending),
        (error: unknown) => failed(context, error),
      );
    } catch (error) {
      return failed(context, error);
    }
  }

  private ended(context: EdgeRequest, result: Verdict | null | 'body', ending: Ending): Judgement {
    const { recorded, site, run, inspected } = ending;
    const { services, state } = this;
    try {
      const verdict = result === 'body' ? null : result;
      if (result === 'body') state.cannotTell('body');
      // Rules for the end of a request have already run where results are reused.
      else if (inspected === null) inspection.ended(context, services);
      if (context.transaction === null) state.audit = null;
      else state.audit ??= context.transaction.audit();
      // Results that are reused were those of rules that have seen it.
      if (inspected === null && !seesMaskedCode(recorded, site, state.audit)) state.cannotTell('masked');
      const judgement = judgementOf(context, state.audit, verdict, state.unknown);
      run.onEnd?.(context, judgement);
      return judgement;
    } finally {
      leave(context);
    }
  }
}

function failed(context: EdgeRequest, error: unknown): never {
  leave(context);
  throw error;
}

function leave(context: EdgeRequest): void {
  context.finished = true;
  releaseHeldBody(context);
}
