import { edgeV1 } from '@palisade/contracts';
import type { KillSwitch } from '@palisade/site-policy';
import type { Feature } from '../../request/feature.ts';
import { EdgeAction } from '../../request/verdict.ts';
import { inspectRequest } from './inspection-phase.ts';
import {
  INSPECTION_COUNTERS,
  type InspectedRequest,
  type InspectionPart,
  type InspectionServices,
  type RuleRollout,
} from './inspection-services.ts';
import { chosenRules, type RuleChoice, rulesFor } from './site-rules.ts';

export const inspection = {
  name: 'inspection',
  killSwitches: ['rules', 'rule_releases', 'application_packs'],
  /** @throws what the rule engine throws on exclusions that it cannot compile */
  compile: (source): InspectionPart => {
    const { config, settings, isOn, ruleSet } = source;
    const ruledSite = { config, settings };
    const ruleChoice = settings.enable_managed_rules && isOn ? chosenRules(source) : null;
    return {
      rules: ruleChoice && rulesFor(ruledSite, ruleChoice),
      ruledSite,
      ruleChoice,
      commonRules: ruleSet,
      onCandidateRules: false,
      ruleRollout: ruleRolloutOf(config),
      shadowRules: null,
      failClosed: settings.on_engine_failure === 'closed',
      streamsCalls: config.origin!.http2,
      inspectedUploadBytes: settings.inspected_upload_kb * 1_024,
      refusesLongFiles: settings.files_beyond_inspection === 'refuse',
    };
  },
  withSwitchesOff,
  counters: INSPECTION_COUNTERS,
  phase: inspectRequest,
  ended: finishInspection,
} as const satisfies Feature<InspectionPart, InspectionServices>;

function withSwitchesOff(part: InspectionPart, off: ReadonlySet<KillSwitch>): InspectionPart {
  if (off.has('rules')) return { ...part, rules: null, shadowRules: null };
  let choice = part.ruleChoice;
  let { shadowRules } = part;
  if (off.has('rule_releases') && choice !== null && choice.release !== null) {
    choice = commonChoice(part);
    shadowRules = null;
  }
  if (off.has('application_packs') && choice !== null) choice = { ...choice, withPacks: false };
  if (choice === part.ruleChoice) return part;
  return { ...part, ruleChoice: choice, rules: choice && rulesFor(part.ruledSite, choice), shadowRules };
}

function ruleRolloutOf({ ruleRollout }: edgeV1.SiteConfig): RuleRollout | null {
  if (ruleRollout === undefined) return null;
  const { id, candidate, stage } = ruleRollout;
  return Object.freeze({ id, candidate, isPromoted: stage === edgeV1.RuleRolloutStage.PROMOTED });
}

const commonChoice = ({ commonRules }: InspectionPart): RuleChoice | null =>
  commonRules && { ruleSet: commonRules, release: null, withPacks: true };

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
    if (context.engineFailed) counters.candidateFailures++;
    // A site that has proved them itself is no sample of all sites.
    if (context.site.ruleRollout?.isPromoted) return;
    counters.candidateInspected++;
    counters.candidateBlocked += blocked;
  } else {
    counters.rulesInspected++;
    counters.rulesBlocked += blocked;
  }
}
