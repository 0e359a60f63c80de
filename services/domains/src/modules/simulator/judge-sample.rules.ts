import { AgentSet } from '@palisade/edge-state';
import type { KnownPlan } from '@palisade/entitlements/known-plan';
import type { SitePolicy } from '@palisade/site-policy';
import {
  type CompiledRuleSet,
  type Explanation,
  type ListMatch,
  RequestJudge,
  readSample,
  recordedSample,
  type Sample,
  SampleError,
  siteOfPolicy,
  verdictSentence,
} from '@palisade/waf-proxy/judge';
import { findEntry, type ListMembership } from '../lists/list-membership.rules.ts';
import type { Simulation } from './simulation.schema.ts';

/** A thread's job: plain data. */
export interface SampleQuestion {
  kind: 'sample';
  request: string;
  host: string;
  clientAddress: string;
  /** For each list in the policy: its entries that match the client. */
  lists: readonly ListMembership[];
  country: string | undefined;
  config: SitePolicy;
  plan: Pick<KnownPlan, 'planSlug' | 'entitlements'>;
  nowMs: number;
}

export type SampleVerdict = Omit<Simulation, 'judged' | 'version'>;

export type SampleAnswer =
  | { kind: 'judged'; verdict: SampleVerdict }
  /** The text is no request. */
  | { kind: 'no_request'; why: string }
  /** The edge would refuse the policy. */
  | { kind: 'no_policy'; why: string };

/** Judges one written-down request as the edge would. */
export async function judgeSample(
  { request, host, clientAddress, lists, country, config, plan, nowMs }: SampleQuestion,
  ruleSet: CompiledRuleSet,
): Promise<SampleAnswer> {
  let site: ReturnType<typeof siteOfPolicy>;
  try {
    const { planSlug: slug, entitlements } = plan;
    site = siteOfPolicy({ config, hosts: [host], plan: { slug, entitlements }, ruleSet, nowMs });
  } catch (error) {
    return { kind: 'no_policy', why: (error as Error).message };
  }
  try {
    const sample = readSample(request, host);
    const recorded = recordedSample(sample, { address: clientAddress, country }, nowMs);
    const judge = new RequestJudge(new Map(lists.map((list) => [list.id, matchOf(list, sample)])));
    const explanation = await judge.explain(recorded, site);
    if (explanation === null) return { kind: 'no_request', why: 'this is no request that can be read' };
    return { kind: 'judged', verdict: verdictOf(explanation) };
  } catch (error) {
    if (!(error instanceof SampleError)) throw error;
    return { kind: 'no_request', why: error.message };
  }
}

/** User agent lists are matched once the request is parsed. */
function matchOf(list: ListMembership, { fields }: Sample): ListMatch | null {
  if ('match' in list) return list.match;
  const set = new AgentSet(list.agents.content);
  for (const [name, value] of fields) {
    if (name.toLowerCase() !== 'user-agent') continue;
    const place = findEntry(set, value);
    if (place >= 0) return { name: list.agents.name, entry: set.entry(place), holds: set.kind };
  }
  return null;
}

function verdictOf(explanation: Explanation): SampleVerdict {
  const { judgement, phases, matches, exclusions } = explanation;
  const { outcome, unknown, remark, status, reason, ruleId, inboundScore } = judgement;
  return {
    sentence: verdictSentence(explanation),
    outcome,
    unknown,
    remark,
    status,
    reason,
    rule_id: ruleId,
    inbound_score: inboundScore,
    phases: [...phases],
    matches: matches.map(({ ruleId: rule_id, tags, targets, ...match }) => ({
      rule_id,
      ...match,
      tags: [...tags],
      targets: targets.map(({ steps, ...target }) => ({ ...target, steps: [...steps] })),
    })),
    exclusions: exclusions.map(({ name, ruleId: rule_id, target }) => ({ name, rule_id, target })),
    body_processor: explanation.bodyProcessor,
    body_error: explanation.bodyError,
    bytes_inspected: explanation.bytesInspected,
  };
}
