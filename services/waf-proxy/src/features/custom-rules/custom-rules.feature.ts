import { rulesUnderPlan } from '@palisade/site-policy/wire';
import type { Feature } from '../../request/feature.ts';
import { compileCustomRules } from './compile-custom-rules.ts';
import { withoutChallenges } from './custom-rules.ts';
import {
  applyCustomRules,
  CUSTOM_RULES_COUNTERS,
  type CustomRulesPart,
  type CustomRulesServices,
} from './custom-rules-phase.ts';

export const customRules = {
  name: 'custom-rules',
  killSwitches: [],
  compile: ({ config, settings, plan, isOn }): CustomRulesPart => ({
    customRules: isOn
      ? compileCustomRules(
          rulesUnderPlan(config.policy?.customRules ?? [], plan),
          settings.inspected_body_kb * 1_024,
        )
      : null,
  }),
  // What the owner has laid down holds; but with bot protection off nobody could pass such a rule.
  withSwitchesOff: (part, off) =>
    off.has('bots') ? { customRules: withoutChallenges(part.customRules) } : part,
  mayChallenge: ({ customRules: rules }) => rules?.challenges === true,
  counters: CUSTOM_RULES_COUNTERS,
  phase: applyCustomRules,
} as const satisfies Feature<CustomRulesPart, CustomRulesServices>;
