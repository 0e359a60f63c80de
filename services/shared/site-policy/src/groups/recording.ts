import * as z from 'zod/mini';
import { choice, enumWire, field, textsWire, whole } from '../model/field.ts';
import { group } from '../model/group.ts';

const NAMES = { count: 50, length: 100 } as const;
const MODES = { off: 'OFF', blocked: 'BLOCKED', sampled: 'SAMPLED', all: 'ALL' } as const;

/** Requests that are kept, masked, so that a change of the policy can be tried on them before it is saved. */
export const recording = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    traffic_recording: choice({
      label: 'Record traffic for policy replay',
      options: ['off', 'blocked', 'sampled', 'all'],
      default: 'off',
      words: {
        off: 'off',
        blocked: 'blocked or challenged requests',
        sampled: 'those and a sample of the rest',
        all: 'everything',
      },
      wire: enumWire('policy.recording.mode', 'RecordingMode', MODES),
    }),
    /** Applies to requests that are not blocked or challenged. More of rare kinds of requests are kept. */
    recording_rate_percent: whole({
      label: 'Sample of the rest (%)',
      default: 1,
      limits: { min: 1, max: 100 },
      wire: 'policy.recording.ratePercent',
    }),
    /** Names of parameters, cookies, JSON members and headers whose values are masked, besides those that are known to hold secrets: in recordings, in the log's URLs, and in rule matches. */
    recording_masked_fields: field<string[]>({
      label: 'Additional masked fields',
      default: [],
      schema: z
        .array(
          z
            .string()
            .check(
              z.trim(),
              z.minLength(1, 'Please enter a name'),
              z.maxLength(NAMES.length, `A name has at most ${NAMES.length} characters`),
            ),
        )
        .check(z.maxLength(NAMES.count, `At most ${NAMES.count} names`)),
      wire: textsWire(
        'policy.recording.maskedFields',
        z.array(z.string().check(z.minLength(1), z.maxLength(NAMES.length))).check(z.maxLength(NAMES.count)),
      ),
    }),
  },
  underPlan: (values, plan) =>
    plan.maxRecordedRequests === 0 ? { ...values, traffic_recording: 'off' as const } : values,
  beyondPlan: (stored, wanted, plan) =>
    plan.maxRecordedRequests === 0 && wanted.traffic_recording !== 'off' && stored.traffic_recording === 'off'
      ? [{ path: 'traffic_recording', message: 'Upgrade required: your plan records no traffic.' }]
      : [],
});
