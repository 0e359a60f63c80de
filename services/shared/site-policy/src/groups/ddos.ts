import { choice, toggle } from '../model/field.ts';
import { group, switchGate } from '../model/group.ts';

/** Two fields say one thing: protection that is on without a chosen level works at the middle one. */
export const ddos = group({
  section: 'policyConfig',
  killSwitch: 'ddos',
  gate: switchGate('ddosProtection', 'enable_ddos_protection'),
  fields: {
    enable_ddos_protection: toggle({ label: 'DDoS Protection', default: false, wire: null }),
    ddos_protection_level: choice({
      label: 'DDoS Protection Level',
      options: ['none', 'low', 'medium', 'high'],
      default: 'none',
      wire: null,
    }),
  },
  underPlan: (values, plan) => ({
    ...values,
    enable_ddos_protection: values.enable_ddos_protection && plan.ddosProtection,
  }),
});
