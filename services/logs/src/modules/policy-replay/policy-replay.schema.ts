import { z } from 'zod';
import { NOT_REPLAYED } from './not-replayed.rules.ts';

/** Bounded like a saved change; the domains service validates the content. */
const MAX_CHANGE_LENGTH = 1_000_000;

export const policyReplayInputSchema = z
  .object({
    /** Id or name of one of the user's domains. */
    domain: z.string().min(1).max(253),
    /** JSON as in `PUT /domains/{id}/waf-config`; absent: `version` says what is replayed. */
    change: z.string().max(MAX_CHANGE_LENGTH).optional(),
    /** A version of the configuration to roll back to. */
    version: z.int().min(1).max(2_147_483_647).optional(),
    /** `next` of the previous response; absent: the newest requests. */
    after: z.string().max(200).optional(),
  })
  .refine(({ change, version }) => (change === undefined) !== (version === undefined), {
    message: 'Either a change or a version is tried',
    path: ['change'],
  })
  .meta({ id: 'PolicyReplayInput' });
export type PolicyReplayInput = z.infer<typeof policyReplayInputSchema>;

const exampleSchema = z.object({
  request_id: z.string(),
  timestamp: z.string(),
  method: z.string(),
  /** Masked as recorded; truncated to 300 characters. */
  target: z.string(),
  client: z.string(),
});

const groupSchema = z.object({
  /** The effect of the proposed policy where it differs. */
  direction: z.enum(['refused', 'passed']),
  path: z.string(),
  /** The edge's name: rule, blocked_country, custom:…, bot:… */
  reason: z.string(),
  /** 0: no rule of the rule set. */
  rule_id: z.int(),
  message: z.string(),
  /** The target where the rule matched, such as ARGS:q. */
  field: z.string(),
  requests: z.int(),
  /** Number of requests that these stand for, where a sample was recorded. */
  stands_for: z.number(),
  look_like_attacks: z.int(),
  clients: z.array(z.string()),
  examples: z.array(exampleSchema),
});

/**
 * Result for a batch of the recorded requests; results of one replay can be added up. None judged, but a `next`: others
 * are before it, or the rules are being compiled; ask again with `next`.
 */
export const policyReplaySchema = z
  .object({
    judged: z.int(),
    stands_for: z.number(),
    /** Total number of recorded requests of the site. */
    recorded: z.int(),
    newly_refused: z.int(),
    newly_passed: z.int(),
    groups: z.array(groupSchema),
    /**
     * Requests without a result, by cause: rates, body, crawler, behaviour, lists, fingerprint, certificate,
     * upload_scan, unreadable.
     */
    unknown: z.array(z.object({ cause: z.string(), requests: z.int() })),
    /** Parts of the change that no replay can show. */
    not_replayed: z.array(z.enum(NOT_REPLAYED)),
    /** Null: these were the last. */
    next: z.string().nullable(),
  })
  .meta({ id: 'PolicyReplay' });
