import { z } from 'zod';
import { NOT_REPLAYED } from './not-replayed.rules.ts';

/** Changes are bounded as a save of theirs is; the domains service judges what they say. */
const MAX_CHANGE_LENGTH = 1_000_000;

export const policyReplayInputSchema = z
  .object({
    /** Id or name of one of the user's domains. */
    domain: z.string().min(1).max(253),
    /** JSON, as `PUT /domains/{id}/waf-config` takes it; absent: `version` says what is tried. */
    change: z.string().max(MAX_CHANGE_LENGTH).optional(),
    /** A version of the configuration to go back to. */
    version: z.int().min(1).max(2_147_483_647).optional(),
    /** `next` of the answer before, to go on behind it; absent: from the newest request on. */
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
  /** Masked as it was recorded; cut after 300 characters. */
  target: z.string(),
  client: z.string(),
});

const groupSchema = z.object({
  /** What the proposed policy does that the current one does not. */
  direction: z.enum(['refused', 'passed']),
  path: z.string(),
  /** As the edge names it: rule, blocked_country, custom:…, bot:… */
  reason: z.string(),
  /** 0: no rule of the rule set. */
  rule_id: z.int(),
  message: z.string(),
  /** Where the rule found something, such as ARGS:q. */
  field: z.string(),
  requests: z.int(),
  /** For so many do they stand, where a sample was recorded. */
  stands_for: z.number(),
  look_like_attacks: z.int(),
  clients: z.array(z.string()),
  examples: z.array(exampleSchema),
});

/** What a stretch of the recorded requests says; answers of one replay add up. */
export const policyReplaySchema = z
  .object({
    judged: z.int(),
    stands_for: z.number(),
    /** Recorded requests of the site altogether. */
    recorded: z.int(),
    newly_refused: z.int(),
    newly_passed: z.int(),
    groups: z.array(groupSchema),
    /** What nobody can say, by cause: rates, body, crawler, behaviour, lists, fingerprint, certificate, upload_scan, unreadable. */
    unknown: z.array(z.object({ cause: z.string(), requests: z.int() })),
    /** What the change is about and no replay can show. */
    not_replayed: z.array(z.enum(NOT_REPLAYED)),
    /** Null: these were the last. */
    next: z.string().nullable(),
  })
  .meta({ id: 'PolicyReplay' });
