// Which of the edge's phases a recorded request passes again.

import { type AnyFeature, FEATURES, type FeatureName, type ServicesOfAll } from '../pipeline/features.ts';
import type { ExplainedPhase } from './explanation.ts';

/** Whether a phase is run again. If one that is not may have decided, the outcome is unknown. */
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
  // Neither the clients that were remembered nor the pages' contents are recorded.
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
/** Services that the replayed phases need, as their own files declare them. */
export type ReplayServices = ServicesOfAll<ReplayedFeature>;

const isReplayed = (feature: AnyFeature): feature is ReplayedFeature => REPLAYED_PHASES[feature.name];

/** In the order of the edge. */
export const REPLAYED_FEATURES: readonly ReplayedFeature[] = FEATURES.filter(isReplayed);

/**
 * All phases with their outcome, up to the one that decided.
 *
 * @param isKnown false: the judgement is unknown, so no phase ends the list
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
