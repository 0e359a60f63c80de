import { z } from 'zod';

export const MAX_PAYLOAD_LENGTH = 400;
/** Position of the payload in the request: a query parameter, or a form field. */
const PLACES = ['query', 'form'] as const;

export const demoAttackSchema = z
  .object({
    place: z.enum(PLACES),
    payload: z
      .string('Type something to send')
      .min(1, 'Type something to send')
      .max(MAX_PAYLOAD_LENGTH, `At most ${MAX_PAYLOAD_LENGTH} characters can be sent`)
      // An unpaired surrogate cannot be encoded.
      .transform((text) => text.toWellFormed()),
  })
  .meta({ id: 'DemoAttack' });
export type DemoAttack = z.infer<typeof demoAttackSchema>;

export const demoTargetSchema = z
  .object({
    /** The site that may be attacked; null: this installation has none. */
    host: z.string().nullable(),
    max_payload_length: z.int(),
  })
  .meta({ id: 'DemoTarget' });

const firedRuleSchema = z.object({
  rule_id: z.int(),
  message: z.string(),
  severity: z.string(),
  score: z.int(),
  explanation: z.string(),
});

export const demoVerdictSchema = z
  .object({
    request_id: z.string(),
    /** The request line as it was sent, and the body of a form. */
    request: z.string(),
    /** The edge's response. */
    http_status: z.int(),
    /** The log's entry for the request; null: it did not arrive in time. */
    logged: z
      .object({
        status: z.enum(['blocked', 'allowed']),
        action: z.string(),
        threat_type: z.string().nullable(),
        score: z.int(),
        rules: z.array(firedRuleSchema),
      })
      .nullable(),
  })
  .meta({ id: 'DemoVerdict' });
export type DemoVerdict = z.infer<typeof demoVerdictSchema>;
