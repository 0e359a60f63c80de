import { choice, enumWire, toggle, whole } from '../model/field.ts';
import { group } from '../model/group.ts';

/** Links and form fields that no person sees: who touches them is a program. */
export const deception = group({
  section: 'policyConfig',
  killSwitch: 'deception',
  gate: {
    feature: 'botProtection',
    field: 'deception',
    switchesOn: (stored, wanted) => wanted.deception !== 'off' && stored.deception === 'off',
  },
  fields: {
    /**
     * The action for a client that follows a hidden link or fills in a hidden field. Clients that look like a person's
     * browser are challenged at most.
     */
    deception: choice({
      label: 'Hidden links and fields',
      options: ['off', 'log', 'challenge', 'block', 'tarpit'],
      default: 'off',
      words: {
        off: 'off',
        log: 'logged',
        challenge: 'challenged',
        block: 'temporarily blocked',
        tarpit: 'kept waiting',
      },
      wire: enumWire('policy.deception.action', 'DeceptionAction', {
        off: 'OFF',
        log: 'LOG',
        challenge: 'CHALLENGE',
        block: 'BLOCK',
        tarpit: 'TARPIT',
      }),
    }),
    /** Adds an invisible link to your pages, and tells crawlers in robots.txt not to follow it. */
    deception_links: toggle({
      label: 'Hidden links in pages',
      default: true,
      wire: { not: 'policy.deception.withoutLinks' },
    }),
    /** Adds a field that people do not see and browsers do not fill in to your forms. */
    deception_fields: toggle({
      label: 'Hidden fields in forms',
      default: true,
      wire: { not: 'policy.deception.withoutFields' },
    }),
    /** How long a client is challenged, blocked or kept waiting. */
    deception_minutes: whole({
      label: 'Duration (minutes)',
      default: 60,
      limits: { min: 1, max: 10_080 },
      wire: 'policy.deception.minutes',
    }),
  },
  underPlan: (values, plan) => ({
    ...values,
    deception: plan.botProtection ? values.deception : 'off',
  }),
});
