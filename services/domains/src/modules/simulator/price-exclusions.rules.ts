import type { KnownPlan } from '@palisade/entitlements/known-plan';
import { ATTACK_CLASSES, type AttackClass } from '@palisade/managed-rules/sample-attacks';
import type { RuleExclusion, SitePolicy } from '@palisade/site-policy';
import {
  type CompiledRuleSet,
  type CompiledSite,
  type Judgement,
  RequestJudge,
  recordedSample,
  siteOfPolicy,
} from '@palisade/waf-proxy/judge';
import { type AttackRequest, attackRequests } from './attack-requests.rules.ts';

export type ExclusionParts = Pick<RuleExclusion, 'by' | 'value' | 'target' | 'path_prefix'>;

/** A thread's job: plain data. */
export interface PriceQuestion {
  kind: 'prices';
  host: string;
  path: string;
  fields: readonly string[];
  /** Exclusions that would be saved together. */
  scopes: readonly (readonly ExclusionParts[])[];
  config: SitePolicy;
  plan: Pick<KnownPlan, 'planSlug' | 'entitlements'>;
  nowMs: number;
  /** No further scope is started after this time. */
  limitMs: number;
}

/** Number of attacks refused today that a scope would let through. */
export interface ScopePrice {
  letsThrough: number;
  byClass: { attackClass: AttackClass; letsThrough: number }[];
  examples: string[];
}

export type PriceAnswer =
  | { kind: 'priced'; attacks: number; refused: number; prices: (ScopePrice | null)[] }
  /** The edge would refuse one of the exclusions. */
  | { kind: 'no_policy'; why: string };

const EXAMPLES = 3;

/** An attack that the rules refuse today, and what fired on it. */
interface RefusedAttack {
  attack: AttackRequest;
  recorded: ReturnType<typeof recordedSample>;
  firing: Judgement['matches'];
}

/** Sends the attacks of the house to the site as it is, and to the site with each scope, by the code of the edge. */
export async function priceExclusions(
  question: PriceQuestion,
  ruleSet: CompiledRuleSet,
): Promise<PriceAnswer> {
  const { host, path, fields, scopes, nowMs, limitMs } = question;
  const until = performance.now() + limitMs;
  let sites: CompiledSite[];
  try {
    sites = [[], ...scopes].map((scope) => siteWith(scope, question, ruleSet));
  } catch (error) {
    return { kind: 'no_policy', why: (error as Error).message };
  }
  const [today, ...proposed] = sites as [CompiledSite, ...CompiledSite[]];
  const attacks = attackRequests(host, path, fields);
  const judge = new RequestJudge();
  const refused: RefusedAttack[] = [];
  for (const attack of attacks) {
    const recorded = recordedSample(attack.sample, {}, nowMs);
    // Challenges ask who comes, not what; here it counts what comes.
    recorded.cleared = true;
    const judgement = await judge.judge(recorded, today);
    if (isRefusedByRules(judgement)) refused.push({ attack, recorded, firing: judgement.matches });
  }
  const prices: (ScopePrice | null)[] = [];
  for (const [at, scope] of scopes.entries()) {
    const touched = refused.filter(({ firing }) => isTouched(scope, firing, ruleSet));
    prices.push(performance.now() > until ? null : await priceOf(proposed[at]!, touched, judge));
  }
  return { kind: 'priced', attacks: attacks.length, refused: refused.length, prices };
}

/** @param touched the attacks of which the scope may make something else */
async function priceOf(
  site: CompiledSite,
  touched: readonly RefusedAttack[],
  judge: RequestJudge,
): Promise<ScopePrice> {
  const passing: AttackRequest[] = [];
  for (const { attack, recorded } of touched) {
    if (!isRefusedByRules(await judge.judge(recorded, site))) passing.push(attack);
  }
  return {
    letsThrough: passing.length,
    byClass: ATTACK_CLASSES.map((attackClass) => ({
      attackClass,
      letsThrough: passing.filter((attack) => attack.attackClass === attackClass).length,
    })).filter(({ letsThrough }) => letsThrough > 0),
    examples: [...new Set(passing.map(({ text }) => text))].slice(0, EXAMPLES),
  };
}

const FAMILY = 'family/';

/** False: no rule that is excluded anywhere fired, and the judgement stays what it is. */
const isTouched = (
  scope: readonly ExclusionParts[],
  firing: Judgement['matches'],
  ruleSet: CompiledRuleSet,
): boolean =>
  scope.some(
    (parts) =>
      !isOfDetection(parts, ruleSet) ||
      firing.some(({ ruleId, tags }) =>
        parts.by === 'rule_id' ? parts.value === String(ruleId) : tags.includes(parts.value),
      ),
  );

/**
 * Whether it names one detection rule, or a family of them: for these it is known whether they matched. Several ids,
 * ranges and other tags may refer to rules that prepare or count, which are in no record.
 */
function isOfDetection({ by, value }: ExclusionParts, ruleSet: CompiledRuleSet): boolean {
  if (by === 'tag') return value.startsWith(FAMILY);
  const tags = /^\d+$/.test(value) ? ruleSet.describe(Number(value))?.tags : undefined;
  return tags?.some((tag) => tag.startsWith(FAMILY)) === true;
}

/** In log-only mode: would be. */
const isRefusedByRules = ({ outcome, reason, remark }: Judgement): boolean =>
  outcome === 'refused' ? reason === 'rule' : remark === 'rule';

function siteWith(
  scope: readonly ExclusionParts[],
  { config, plan, host, nowMs }: PriceQuestion,
  ruleSet: CompiledRuleSet,
): CompiledSite {
  const { originConfig, policyConfig } = config;
  const added = scope.map((parts) => ({ ...parts, id: crypto.randomUUID(), note: '', expires_at: null }));
  const rule_exclusions = [...policyConfig.rule_exclusions, ...added];
  return siteOfPolicy({
    config: { originConfig, policyConfig: { ...policyConfig, rule_exclusions } },
    hosts: [host],
    plan: { slug: plan.planSlug, entitlements: plan.entitlements },
    ruleSet,
    nowMs,
  });
}
