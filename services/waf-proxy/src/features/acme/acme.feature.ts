import type { Feature } from '../../request/feature.ts';
import { type AcmeServices, answerAcmeChallenge } from './acme-phase.ts';

export const acme = {
  name: 'acme',
  killSwitches: [],
  compile: () => ({}),
  counters: {},
  phase: answerAcmeChallenge,
} as const satisfies Feature<object, AcmeServices>;
