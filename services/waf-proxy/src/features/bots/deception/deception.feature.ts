import { NOTHING_ASKED } from '../../../request/conditions/body-values.ts';
import type { Feature } from '../../../request/feature.ts';
import {
  checkDeception,
  DECEPTION_COUNTERS,
  type DeceptionServices,
  noteTouched,
} from './deception-phase.ts';
import { type DeceptionPart, deceptionPartOf, NO_DECEPTION } from './deception-policy.ts';

/** Honeypots: hidden links, and clients that touched one. `page-decoys.ts` puts them into pages. */
export const deception = {
  name: 'deception',
  killSwitches: ['deception'],
  compile: ({ config, settings, isOn }): DeceptionPart =>
    isOn ? deceptionPartOf(config.siteId, settings) : NO_DECEPTION,
  withSwitchesOff: (part, off) => (off.has('deception') ? NO_DECEPTION : part),
  mayChallenge: ({ deception: policy }) => policy !== null && policy.action !== 'log',
  bodyFields: ({ deception: policy }) =>
    policy?.fields === true ? { form: new Set(policy.names.fields), json: [], files: false } : NOTHING_ASKED,
  counters: DECEPTION_COUNTERS,
  phase: checkDeception,
  ended: noteTouched,
} as const satisfies Feature<DeceptionPart, DeceptionServices>;
