/**
 * What a policy makes of a request, in process: the edge's own reading of site documents and its own phases, without
 * sockets. For replays, simulators and tools; the only part of the edge that other services may import.
 */

export { compileManagedRules } from '../node/rules/managed-rule-set.ts';
export { type CompiledSite, compileSite } from '../pipeline/compiled-site.ts';
export type { JudgedMatch, Judgement, Outcome, Unknown } from './judgement.ts';
export { RequestJudge } from './request-judge.ts';
