/**
 * Judges requests by a policy in process: the edge's own parsing of site documents and its own phases, without sockets.
 * For replays, simulators and tools; the only part of the edge that other services may import.
 */

export type { CompiledRuleSet } from '@palisade/waf-engine';
export { compileManagedRules } from '../node/rules/managed-rule-set.ts';
export { type CompiledSite, compileSite } from '../pipeline/compiled-site.ts';
export type { ListMatch } from '../request/listed-clients.ts';
export type {
  ExplainedMatch,
  ExplainedPhase,
  ExplainedStep,
  ExplainedTarget,
  Explanation,
} from './explanation.ts';
export type { JudgedMatch, Judgement, Outcome, Unknown } from './judgement.ts';
export { type PolicyOfSite, siteOfPolicy } from './policy-site.ts';
export { type RecordedFacts, readRecord } from './recorded-facts.ts';
export type { ClientOnLists } from './replay-services.ts';
export { RequestJudge } from './request-judge.ts';
export { parseJson, readHar, readJsonLine } from './samples/json-samples.ts';
export { readSample } from './samples/read-sample.ts';
export { recordedSample, type Sample, type SampleClient, SampleError, SOMEBODY } from './samples/sample.ts';
export { tellingMatch, verdictSentence } from './verdict-sentence.ts';
