import type { Feature } from '../../request/feature.ts';
import { EdgeAction } from '../../request/verdict.ts';
import { inspectRequest } from './inspection-phase.ts';
import {
  INSPECTION_COUNTERS,
  type InspectedRequest,
  type InspectionPart,
  type InspectionServices,
} from './inspection-services.ts';
import { overlayOf, rulesFor } from './site-rules.ts';

export const inspection = {
  name: 'inspection',
  killSwitch: 'rules',
  /** @throws what the rule engine throws on exclusions that it cannot compile */
  compile: ({ config, settings, isOn, ruleSet }): InspectionPart => {
    const ruleOverlay = overlayOf(config.policy!, settings.mode);
    const runsRules = ruleSet !== null && settings.enable_managed_rules && isOn;
    return {
      rules: runsRules ? rulesFor(ruleSet, ruleOverlay) : null,
      ruleOverlay,
      onCandidateRules: false,
      failClosed: settings.on_engine_failure === 'closed',
      streamsCalls: config.origin!.http2,
    };
  },
  withSwitchesOff: (part, off) => (off.has('rules') ? { ...part, rules: null } : part),
  counters: INSPECTION_COUNTERS,
  phase: inspectRequest,
  ended: finishInspection,
} as const satisfies Feature<InspectionPart, InspectionServices>;

/** SecLang phase 5, and what became of the request for the comparison of rule sets. */
function finishInspection(context: InspectedRequest, edge: InspectionServices): void {
  if (context.transaction !== null) {
    try {
      context.transaction.logging();
      if (context.site?.mode === 'DetectionOnly' && context.transaction.audit().wouldInterrupt !== null) {
        context.wouldRefuse('rule');
      }
    } catch (error) {
      edge.counters.engineFailures++;
      edge.reportFault('engine_failure', context, error);
    }
  }
  if (context.transaction !== null || context.engineFailed) countInspected(context, edge.counters);
}

function countInspected(context: InspectedRequest, counters: InspectionServices['counters']): void {
  const blocked = context.reason === 'rule' && context.action === EdgeAction.BLOCK ? 1 : 0;
  if (context.site?.onCandidateRules) {
    counters.candidateInspected++;
    counters.candidateBlocked += blocked;
    if (context.engineFailed) counters.candidateFailures++;
  } else {
    counters.rulesInspected++;
    counters.rulesBlocked += blocked;
  }
}
