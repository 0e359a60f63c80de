import type { CompiledRuleSet, SiteRuleSet } from '@palisade/waf-engine';
import type { FairPool } from '../../io/shares/fair-pool.ts';
import type { CountersOf } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import type { RuleTurns } from './rule-turns.ts';
import type { RuleChoice, RuledSite } from './site-rules.ts';

/** What of a release of rules that is rolled out has come to this site. */
export interface RuleRollout {
  /** Of the site's part in it. */
  readonly id: string;
  /** Hash of the rules; a node that has others leaves the site as it is. */
  readonly candidate: string;
  /** They judge the site, or beside the present ones and without effect. */
  readonly isPromoted: boolean;
}

export interface InspectionPart {
  /** Null: no rules run. */
  readonly rules: SiteRuleSet | null;
  /** What makes the site's rules differ from everybody's. */
  readonly ruledSite: RuledSite;
  /** What `rules` were made from; null: the site has its rules off. */
  readonly ruleChoice: RuleChoice | null;
  /** What judges sites that have chosen nothing else; null: this node runs no rules. */
  readonly commonRules: CompiledRuleSet | null;
  /** `rules` are of a candidate rule set that is being tried. */
  readonly onCandidateRules: boolean;
  /** Null: the site has no part in one. */
  readonly ruleRollout: RuleRollout | null;
  /** Rules whose verdicts are noted, and decide nothing. */
  readonly shadowRules: SiteRuleSet | null;
  readonly failClosed: boolean;
  /** The origin speaks HTTP/2, so that gRPC calls pass as streams. */
  readonly streamsCalls: boolean;
  /** Inspected bytes of a multipart form; the rest of a file is refused or passes uninspected. */
  readonly inspectedUploadBytes: number;
  readonly refusesLongFiles: boolean;
}

export type InspectedRequest = RequestContext<Site & InspectionPart>;

export const INSPECTION_COUNTERS = {
  engineFailures: 'Exceptions of the rule engine',
  rulesInspected: 'Requests that the present rule set judged',
  rulesBlocked: 'Requests that the present rule set stopped',
  candidateInspected: 'Requests that a candidate rule set judged',
  candidateBlocked: 'Requests that a candidate rule set stopped',
  candidateFailures: 'Exceptions of the rule engine on a candidate rule set',
} as const;

export interface InspectionServices {
  /** Of the phases of rules that take more than one slice. */
  ruleTurns: RuleTurns;
  pools: { readonly waitingBodies: FairPool };
  counters: CountersOf<typeof INSPECTION_COUNTERS>;
  reportFault(code: string, request: RequestContext | null, error: unknown): void;
}
