import { NOTHING_ASKED } from '../../request/conditions/body-values.ts';
import type { Feature } from '../../request/feature.ts';
import {
  checkPassword,
  LEAKED_PASSWORD_COUNTERS,
  type LeakedPasswordsServices,
  notePassword,
} from './check-password.ts';
import { type LeakedPasswordsPart, passwordPolicyOf } from './password-policy.ts';

const NOT_ASKED: LeakedPasswordsPart = Object.freeze({ leakedPasswords: null });

export const leakedPasswords = {
  name: 'leaked-passwords',
  killSwitches: ['leaked_passwords'],
  compile: ({ settings, isOn }): LeakedPasswordsPart =>
    isOn ? { leakedPasswords: passwordPolicyOf(settings) } : NOT_ASKED,
  withSwitchesOff: (part, off) => (off.has('leaked_passwords') ? NOT_ASKED : part),
  mayChallenge: ({ leakedPasswords: policy }) => policy?.action === 'challenge',
  bodyFields: ({ leakedPasswords: policy }) => policy?.fields ?? NOTHING_ASKED,
  counters: LEAKED_PASSWORD_COUNTERS,
  phase: checkPassword,
  ended: notePassword,
} as const satisfies Feature<LeakedPasswordsPart, LeakedPasswordsServices>;
