// Rules of a release that is rolled out judge beside the present ones, and decide nothing:
//
//   present rules let it pass ─▶ candidate: headers ─▶ body ─▶ what it would have done ─▶ log record
//
// Nothing waits for them: what takes more than one slice goes on in turns while the origin is asked.

import { requestLogV1 } from '@palisade/contracts';
import {
  type Interruption,
  type PhaseAnswer,
  type SlicedTransaction,
  UNFINISHED,
} from '@palisade/waf-engine';
import type { Feature } from '../../request/feature.ts';
import type { PhaseResult } from '../../request/verdict.ts';
import { beginTransaction } from './engine.ts';
import type { InspectedRequest, InspectionServices } from './inspection-services.ts';
import { SHADOWED, shadowVerdictOf } from './shadow-verdict.ts';

export const SHADOW_COUNTERS = {
  shadowInspected: 'Requests that a candidate rule set judged without effect',
  shadowFailures: 'Exceptions of the rule engine on rules without effect',
} as const;

export type ShadowServices = Pick<InspectionServices, 'ruleTurns' | 'reportFault'> & {
  counters: Record<keyof typeof SHADOW_COUNTERS, number>;
};

/** Longer bodies are not judged twice: they are held for a moment only. */
const MAX_BODY_BYTES = 128 * 1024;

function inspectInShadow(context: InspectedRequest, edge: ShadowServices): PhaseResult {
  const { shadowRules, ruleRollout, rollout } = context.site!;
  // A site whose policy is rolled out has its visitors counted for that.
  if (shadowRules === null || ruleRollout === null || rollout !== null) return null;
  const { transaction: present } = context;
  if (present === null || context.engineFailed || !isWhole(context)) return null;
  // In log-only mode they let pass what they would have blocked.
  if (present.audit().wouldInterrupt !== null) return null;
  new ShadowInspection(context, edge, ruleRollout.id).begin();
  return null;
}

const isWhole = ({ body, bodyComplete, heldBytes, head }: InspectedRequest): boolean =>
  body === null || (bodyComplete && heldBytes <= MAX_BODY_BYTES && head.contentEncoding === '');

class ShadowInspection {
  private readonly context: InspectedRequest;
  private readonly edge: ShadowServices;
  private readonly rolloutId: string;
  /** Taken at once: the request lets go of it when it is sent on. */
  private readonly body: readonly Buffer[];

  constructor(context: InspectedRequest, edge: ShadowServices, rolloutId: string) {
    this.context = context;
    this.edge = edge;
    this.rolloutId = rolloutId;
    this.body = context.heldBody;
  }

  begin(): void {
    try {
      const { context } = this;
      const transaction = beginTransaction(context, context.site!.shadowRules!);
      const answer = transaction.requestHeaders(context.rawHeaders);
      this.whenAnswered(transaction, answer, (interruption) => this.judgeBody(transaction, interruption));
    } catch (error) {
      this.failed(error);
    }
  }

  private judgeBody(transaction: SlicedTransaction, decided: Interruption | null): void {
    if (decided !== null) {
      this.conclude(transaction);
      return;
    }
    if (transaction.wantsRequestBody())
      for (const chunk of this.body)
        if (transaction.requestBodyChunk(chunk) !== null) {
          this.conclude(transaction);
          return;
        }
    this.whenAnswered(transaction, transaction.requestBody(), () => this.conclude(transaction));
  }

  private whenAnswered(
    transaction: SlicedTransaction,
    answer: PhaseAnswer,
    then: (interruption: Interruption | null) => void,
  ): void {
    if (answer !== UNFINISHED) {
      then(answer);
      return;
    }
    const { context } = this;
    this.edge.ruleTurns.resume({
      request: context,
      transaction,
      // Its record is written then.
      isWanted: () => !context.finished,
      done: (interruption) => {
        try {
          then(interruption);
        } catch (error) {
          this.failed(error);
        }
      },
      failed: (error) => this.failed(error),
    });
  }

  private conclude(transaction: SlicedTransaction): void {
    const { context, edge, rolloutId } = this;
    transaction.logging();
    edge.counters.shadowInspected++;
    SHADOWED.keep(context, { rolloutId, ...shadowVerdictOf(transaction.audit()) });
  }

  private failed(error: unknown): void {
    const { context, edge, rolloutId } = this;
    edge.counters.shadowFailures++;
    edge.reportFault('shadow_rules_failed', context, error);
    SHADOWED.keep(context, { rolloutId, verdict: requestLogV1.ShadowVerdict.FAILED, ruleId: 0 });
  }
}

/** Runs a rule release on the site's own traffic without blocking. */
export const shadowInspection = {
  name: 'shadow-inspection',
  killSwitches: [],
  compile: () => ({}),
  counters: SHADOW_COUNTERS,
  phase: inspectInShadow,
} as const satisfies Feature<object, ShadowServices>;
