// Which of the edge's phases a recorded request passes again.

import { type AnyFeature, FEATURES, type FeatureName, type ServicesOfAll } from '../pipeline/features.ts';
import type { ExplainedPhase } from './explanation.ts';

/** Whether a phase is run again; one that is not may have decided all the same, which is unknown then. */
const REPLAYED_PHASES = {
  acme: false,
  admission: true,
  websocket: false,
  'loop-guard': false,
  recording: false,
  access: true,
  'challenged-lists': true,
  'geo-blocking': true,
  'https-redirect': true,
  // No certificate is recorded.
  'client-certificates': false,
  overload: false,
  ddos: false,
  // Who is remembered is not recorded, nor what pages had in them.
  deception: false,
  'hidden-fields': false,
  // No password is recorded.
  'leaked-passwords': false,
  'csp-reports': false,
  'visitor-reports': false,
  'custom-rules': true,
  'rate-limits': false,
  bots: true,
  redirects: true,
  maintenance: true,
  inspection: true,
  'shadow-inspection': false,
  'body-rules': true,
  'body-limits': false,
  'upload-scan': false,
  cache: false,
  compression: false,
} as const satisfies Record<FeatureName, boolean>;

type Table = typeof REPLAYED_PHASES;
type ReplayedName = { [Name in FeatureName]: Table[Name] extends true ? Name : never }[FeatureName];
export type ReplayedFeature = Extract<AnyFeature, { name: ReplayedName }>;
/** What the replayed phases need of a worker, as their own files declare it. */
export type ReplayServices = ServicesOfAll<ReplayedFeature>;

const isReplayed = (feature: AnyFeature): feature is ReplayedFeature => REPLAYED_PHASES[feature.name];

/** In the order of the edge. */
export const REPLAYED_FEATURES: readonly ReplayedFeature[] = FEATURES.filter(isReplayed);

/**
 * Every phase that the edge has, with its answer; those after a decision are omitted.
 *
 * @param isKnown false: the judgement is unknown, and no phase ends the list
 */
export function explainedPhases(
  answers: ReadonlyMap<FeatureName, ExplainedPhase['answer']>,
  isKnown: boolean,
): ExplainedPhase[] {
  const names = FEATURES.filter((feature) => 'phase' in feature).map(({ name }) => name);
  const phases = names.flatMap((name): ExplainedPhase[] => {
    const answer = answers.get(name) ?? (REPLAYED_PHASES[name] ? null : 'left_out');
    return answer === null ? [] : [{ name, answer }];
  });
  const decided = phases.findIndex(({ answer }) => answer === 'decided');
  return decided < 0 || !isKnown ? phases : phases.slice(0, decided + 1);
}
