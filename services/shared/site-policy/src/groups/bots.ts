import * as z from 'zod/mini';
import { choice, enumWire, field, textsWire, toggle, whole } from '../model/field.ts';
import { group, switchGate } from '../model/group.ts';
import { pathSchema, wirePathSchema } from '../model/paths.ts';

export const MAX_API_PATHS = 50;
const TOO_MANY_PATHS = `At most ${MAX_API_PATHS} API paths`;

export const bots = group({
  section: 'policyConfig',
  killSwitch: 'bots',
  gate: switchGate('botProtection', 'enable_bot_protection'),
  fields: {
    enable_bot_protection: toggle({
      label: 'Bot Protection',
      default: false,
      wire: 'policy.botProtection',
    }),
    /** Which clients get a proof-of-work challenge while bot protection is on. */
    bot_challenge: choice({
      label: 'Who is challenged',
      options: ['off', 'suspicious', 'all'],
      default: 'suspicious',
      wire: enumWire('policy.bots.challenge', 'ChallengeMode', {
        off: 'OFF',
        suspicious: 'SUSPICIOUS',
        all: 'ALL',
      }),
    }),
    challenge_clearance_seconds: whole({
      label: 'Challenge valid for (seconds)',
      default: 3_600,
      limits: { min: 60, max: 2_592_000 },
      wire: 'policy.bots.clearanceSeconds',
    }),
    /** Paths that programs use: blocked with 403 or 429 instead of an HTML challenge. */
    api_path_prefixes: field<string[]>({
      label: 'API paths',
      default: [],
      schema: z.array(pathSchema).check(z.maxLength(MAX_API_PATHS, TOO_MANY_PATHS)),
      wire: textsWire(
        'policy.bots.apiPathPrefixes',
        z.array(wirePathSchema).check(z.maxLength(MAX_API_PATHS)),
      ),
    }),
  },
  underPlan: (values, plan) => ({
    ...values,
    enable_bot_protection: values.enable_bot_protection && plan.botProtection,
  }),
});
