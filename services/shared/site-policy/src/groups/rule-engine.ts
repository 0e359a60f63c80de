import { choice, enumWire, levelWire, toggle } from '../model/field.ts';
import { group } from '../model/group.ts';

/** The managed rules: whether and how they judge requests. */
export const ruleEngine = group({
  section: 'policyConfig',
  killSwitch: 'rules',
  fields: {
    mode: choice({
      label: 'Mode',
      options: ['On', 'DetectionOnly', 'Off'],
      default: 'On',
      words: { On: 'Block', DetectionOnly: 'Log only', Off: 'Off' },
      wire: enumWire(
        'policy.mode',
        'EngineMode',
        { On: 'ON', DetectionOnly: 'DETECTION_ONLY', Off: 'OFF' },
        { required: true },
      ),
    }),
    enable_managed_rules: toggle({ label: 'Managed Rules', default: true, wire: 'policy.managedRules' }),
    waf_sensitivity: choice({
      label: 'WAF Sensitivity',
      options: ['low', 'medium', 'high'],
      default: 'medium',
      wire: levelWire('policy.paranoiaLevel', { low: 1, medium: 2, high: 3 }),
    }),
    /** What happens to a request if the rule engine itself fails on it. */
    on_engine_failure: choice({
      label: 'If the rule engine fails',
      options: ['open', 'closed'],
      default: 'open',
      words: { open: 'let it through', closed: 'refuse it' },
      wire: enumWire('policy.onEngineFailure', 'FailurePolicy', { open: 'OPEN', closed: 'CLOSED' }),
    }),
  },
});
