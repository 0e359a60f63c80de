import { rulesUnderPlan } from '@palisade/site-policy/wire';
import type { Feature } from '../../request/feature.ts';
import { compileCustomRules } from './compile-custom-rules.ts';
import { deliveryAlone, withoutChallenges } from './custom-rules.ts';
import {
  applyCustomRules,
  CUSTOM_RULES_COUNTERS,
  type CustomRulesPart,
  type CustomRulesServices,
} from './custom-rules-phase.ts';
import { applyEndRules } from './end-rules.ts';

export const customRules = {
  name: 'custom-rules',
  killSwitches: [],
  compile: ({ config, settings, plan, isOn }): CustomRulesPart => {
    const { hosts, policy } = config;
    const { redirects, inspected_body_kb } = settings;
    const site = { hosts, redirects, bodyBytes: inspected_body_kb * 1_024 };
    const rules = compileCustomRules(rulesUnderPlan(policy?.customRules ?? [], plan), site);
    return { customRules: isOn ? rules : deliveryAlone(rules) };
  },
  // The owner's rules stay in force; but with bot protection off nobody could solve a challenge.
  withSwitchesOff: (part, off) =>
    off.has('bots') ? { customRules: withoutChallenges(part.customRules) } : part,
  mayChallenge: ({ customRules: rules }) => rules?.challenges === true,
  bodyFields: ({ customRules: rules }) => rules?.asked.body ?? null,
  counters: CUSTOM_RULES_COUNTERS,
  phase: applyCustomRules,
  ended: applyEndRules,
} as const satisfies Feature<CustomRulesPart, CustomRulesServices>;
