import { fromBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import {
  type CompiledSite,
  compileSite,
  type Judgement,
  type RecordedFacts,
  RequestJudge,
  readRecord,
  type Unknown,
} from '@palisade/waf-proxy/judge';
import type { Difference, ReplayBatch, ReplayBatchResult } from './replay-batch.ts';

/** A request with this score has matched more than one rule, or one of the surest. */
const ATTACK_SCORE = 10;
const MAX_TARGET_LENGTH = 300;

type RuleSet = Parameters<typeof compileSite>[1];

/** Judges recorded requests by the current and the proposed policy, and returns the differences. */
export class BatchJudge {
  private readonly judge = new RequestJudge();

  private readonly ruleSet: RuleSet;

  constructor(ruleSet: RuleSet) {
    this.ruleSet = ruleSet;
  }

  async run({ current, proposed, requests, limitMs }: ReplayBatch): Promise<ReplayBatchResult> {
    const [before, after] = [this.siteOf(current), this.siteOf(proposed)];
    // In log-only mode nothing is refused: there the would-be refusals are compared.
    const byRemark = before.mode !== 'On' && after.mode !== 'On';
    const result: ReplayBatchResult = { judged: 0, standsFor: 0, unknown: {}, differences: [] };
    const until = performance.now() + limitMs;
    for (const bytes of requests) {
      if (result.judged > 0 && performance.now() > until) break;
      const request = bytes === null ? null : factsIn(bytes);
      if (request === null) {
        result.judged++;
        result.standsFor++;
        countUnknown(result, 'unreadable');
        continue;
      }
      const [was, is] = await this.judge.judgeBoth(request, before, after);
      result.judged++;
      result.standsFor += request.weight;
      const unknown = was.unknown ?? is.unknown;
      if (unknown !== null) {
        countUnknown(result, unknown);
        continue;
      }
      const [stopped, stops] = [isStopped(was, byRemark), isStopped(is, byRemark)];
      if (stopped !== stops) result.differences.push(difference(request, stops ? is : was, stops));
    }
    return result;
  }

  private siteOf(document: Uint8Array): CompiledSite {
    return compileSite(fromBinary(edgeV1.SiteConfigSchema, document), this.ruleSet);
  }
}

/** Null: these bytes are no record. One of them shall not end all replays of its site. */
function factsIn(bytes: Uint8Array): RecordedFacts | null {
  try {
    return readRecord(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function countUnknown({ unknown }: ReplayBatchResult, cause: Unknown): void {
  unknown[cause] = (unknown[cause] ?? 0) + 1;
}

function isStopped({ outcome, remark }: Judgement, byRemark: boolean): boolean {
  return byRemark ? remark !== '' : outcome === 'refused' || outcome === 'challenged';
}

/** @param by the outcome under the policy that refuses it */
function difference(request: RecordedFacts, by: Judgement, isNewlyRefused: boolean): Difference {
  const strongest = by.matches.reduce<Judgement['matches'][number] | null>(
    (best, match) => (match.score > (best?.score ?? 0) ? match : best),
    null,
  );
  return {
    direction: isNewlyRefused ? 'refused' : 'passed',
    requestId: request.requestId,
    receivedAtMs: request.receivedAtMs,
    method: request.method,
    target: request.target.slice(0, MAX_TARGET_LENGTH),
    client: request.clientAddress,
    reason: by.reason === '' ? by.remark : by.reason,
    ruleId: strongest?.ruleId ?? by.ruleId,
    message: strongest?.message ?? '',
    field: strongest?.targets[0] ?? '',
    weight: request.weight,
    looksLikeAttack: by.inboundScore >= ATTACK_SCORE,
  };
}
