import { hash } from 'node:crypto';
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
  /** Work ends after this time; what is unfinished has no price. */
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

/**
 * Sends the attacks of the house to the site as it is, and to the site with each scope, by the code of the edge.
 * @param trials keeps what there was no time to finish; the next question about the same goes on there
 */
export async function priceExclusions(
  question: PriceQuestion,
  ruleSet: CompiledRuleSet,
  trials = new PriceTrials(),
): Promise<PriceAnswer> {
  const until = performance.now() + question.limitMs;
  let trial: PriceTrial;
  let sites: CompiledSite[];
  try {
    trial = trials.about(question, ruleSet);
    sites = question.scopes.map((scope) => siteWith(scope, question, ruleSet));
  } catch (error) {
    return { kind: 'no_policy', why: (error as Error).message };
  }
  const prices: (ScopePrice | null)[] = [];
  for (const [at, scope] of question.scopes.entries())
    prices.push(await trial.priceOf(scope, sites[at]!, until));
  // Nothing to price: what is refused today is the answer.
  await trial.judgeToday(until);
  return { kind: 'priced', attacks: trial.attacks.length, refused: trial.refused, prices };
}

/** Owners whose trials are kept at once: each holds thousands of requests. */
const MAX_TRIALS = 4;
/** Afterwards a trial begins anew, in milliseconds: exclusions that the site has expire meanwhile. */
const TRIAL_LASTS_MS = 60_000;

/** What has been judged for the latest questions. */
export class PriceTrials {
  /** Keyed by all that today's judgements depend on, the oldest first. */
  private readonly kept = new Map<string, PriceTrial>();

  /** @throws Error where the edge would refuse the site's policy */
  about(question: PriceQuestion, ruleSet: CompiledRuleSet): PriceTrial {
    const { host, path, fields, config, plan, nowMs } = question;
    const key = hash('sha256', JSON.stringify([host, path, fields, config, plan]));
    let trial = this.kept.get(key);
    if (trial === undefined || nowMs - trial.begunAtMs > TRIAL_LASTS_MS)
      trial = new PriceTrial(question, ruleSet);
    this.kept.delete(key);
    this.kept.set(key, trial);
    for (const oldest of this.kept.keys()) if (this.kept.size > MAX_TRIALS) this.kept.delete(oldest);
    return trial;
  }
}

/** An attack that the rules refuse today, and what fired on it. */
interface RefusedAttack {
  attack: AttackRequest;
  firing: readonly Fired[];
}
type Fired = Pick<Judgement['matches'][number], 'ruleId' | 'tags'>;

/** One scope that is being priced. */
interface Pricing {
  key: string;
  touched: readonly RefusedAttack[];
  /** How many of them have been judged. */
  judged: number;
  passing: AttackRequest[];
}

/** Attacks on one site as it is, which several scopes are compared with. */
class PriceTrial {
  readonly attacks: readonly AttackRequest[];
  readonly begunAtMs: number;
  private readonly judge = new RequestJudge();
  private readonly today: CompiledSite;
  private readonly ruleSet: CompiledRuleSet;
  private readonly refusedToday: RefusedAttack[] = [];
  private judgedToday = 0;
  private pricing: Pricing | null = null;

  constructor(question: PriceQuestion, ruleSet: CompiledRuleSet) {
    this.today = siteWith([], question, ruleSet);
    this.attacks = attackRequests(question.host, question.path, question.fields);
    this.begunAtMs = question.nowMs;
    this.ruleSet = ruleSet;
  }

  get refused(): number {
    return this.refusedToday.length;
  }

  /** Goes on until the time is over; false: not at the end yet. At least one attack is judged, so that asking again ends. */
  async judgeToday(until: number): Promise<boolean> {
    while (this.judgedToday < this.attacks.length) {
      const attack = this.attacks[this.judgedToday++]!;
      const judgement = await this.judged(attack, this.today);
      if (isRefusedByRules(judgement))
        this.refusedToday.push({
          attack,
          firing: judgement.matches.map(({ ruleId, tags }) => ({ ruleId, tags })),
        });
      if (performance.now() > until) break;
    }
    return this.judgedToday === this.attacks.length;
  }

  /** Null: there was no time. */
  async priceOf(
    scope: readonly ExclusionParts[],
    site: CompiledSite,
    until: number,
  ): Promise<ScopePrice | null> {
    if (!(await this.judgeToday(until))) return null;
    const key = JSON.stringify(scope);
    if (this.pricing?.key !== key) {
      if (performance.now() > until) return null;
      const touched = this.refusedToday.filter(({ firing }) => isTouched(scope, firing, this.ruleSet));
      this.pricing = { key, touched, judged: 0, passing: [] };
    }
    const { touched, passing } = this.pricing;
    while (this.pricing.judged < touched.length) {
      const { attack } = touched[this.pricing.judged++]!;
      if (!isRefusedByRules(await this.judged(attack, site))) passing.push(attack);
      if (performance.now() > until) break;
    }
    return this.pricing.judged === touched.length ? priceOf(passing) : null;
  }

  private judged({ sample }: AttackRequest, site: CompiledSite): Promise<Judgement> {
    const recorded = recordedSample(sample, {}, this.begunAtMs);
    // Challenges ask who comes, not what; here it counts what comes.
    recorded.cleared = true;
    return this.judge.judge(recorded, site);
  }
}

const priceOf = (passing: readonly AttackRequest[]): ScopePrice => ({
  letsThrough: passing.length,
  byClass: ATTACK_CLASSES.map((attackClass) => ({
    attackClass,
    letsThrough: passing.filter((attack) => attack.attackClass === attackClass).length,
  })).filter(({ letsThrough }) => letsThrough > 0),
  examples: [...new Set(passing.map(({ text }) => text))].slice(0, EXAMPLES),
});

const FAMILY = 'family/';

/** False: no rule that is excluded anywhere fired, and the judgement stays what it is. */
const isTouched = (
  scope: readonly ExclusionParts[],
  firing: readonly Fired[],
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
