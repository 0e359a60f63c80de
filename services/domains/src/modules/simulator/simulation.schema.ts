import { policyShape } from '@palisade/site-policy';
import { z } from 'zod';
import { originConfigSchema, policyConfigSchema } from '../site-policy/site-policy.schema.ts';

/** Longer bodies are for `palisade test`, which has a machine of its own. */
export const MAX_SAMPLE_CHARACTERS = 256 * 1024;
const COUNTRY = /^[A-Z]{2}$/;

export const simulationRequestSchema = z
  .object({
    request: z
      .string()
      .min(1, 'Please paste a request')
      .max(MAX_SAMPLE_CHARACTERS, 'This request is too long to be simulated')
      .describe(
        'The text of a request, a curl command, an entry of a HAR, or an address alone. Nothing is sent anywhere.',
      ),
    client_address: z.union([z.ipv4(), z.ipv6()]).optional().describe('Who asks; default: 192.0.2.1.'),
    country: z
      .string()
      .regex(COUNTRY, 'A country code has two capital letters')
      .optional()
      .describe('From where, as ISO 3166-1; default: not known.'),
    version: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .describe('A past version of the policy, instead of the present one.'),
    draft: z
      .object({
        originConfig: originConfigSchema.partial().optional(),
        policyConfig: policyConfigSchema
          .partial()
          .extend({ ddos_protection_level: z.nullish(policyShape.ddos_protection_level) })
          .optional(),
      })
      .optional()
      .describe('Changes over that version that nobody has saved.'),
  })
  .meta({ id: 'SimulationRequest' });
export type SimulationRequest = z.infer<typeof simulationRequestSchema>;

const stepSchema = z.object({ name: z.string(), value: z.string() });

const targetSchema = z
  .object({
    name: z.string().describe('Such as "ARGS:q".'),
    value: z.string().describe('As it came, at most 512 bytes around what was found.'),
    steps: z
      .array(stepSchema)
      .describe('The result of each transformation; empty where only a part of the value is included.'),
    transformed: z.string(),
    found: z.string().describe('What the operator found; empty where it has no place.'),
    operator: z.string(),
  })
  .meta({ id: 'SimulatedTarget' });

const matchSchema = z
  .object({
    rule_id: z.int().describe('0: a custom rule, whose name is the message.'),
    phase: z.int().describe("SecLang's: 1 headers, 2 body."),
    message: z.string(),
    score: z.int(),
    severity: z.string().nullable(),
    logged: z.boolean().describe('False: it only counts or prepares.'),
    tags: z.array(z.string()),
    targets: z.array(targetSchema),
  })
  .meta({ id: 'SimulatedMatch' });

export const simulationSchema = z
  .object({
    sentence: z.string().describe('The outcome of the request and the reason, for its owner.'),
    outcome: z
      .enum(['passes', 'refused', 'challenged', 'redirected'])
      .nullable()
      .describe('Null: nobody can say, see `unknown`.'),
    unknown: z
      .enum([
        ...(['rates', 'body', 'masked', 'crawler', 'behaviour', 'lists'] as const),
        ...(['fingerprint', 'certificate', 'upload_scan', 'unreadable'] as const),
      ])
      .nullable(),
    remark: z.string().describe('In log-only mode: what would have refused it.'),
    status: z.int().describe('Of the answer; 0 where the request passes.'),
    reason: z.string().describe('Stable code, such as "rule"; empty where the request passes.'),
    rule_id: z.int(),
    inbound_score: z.int(),
    phases: z.array(
      z.object({
        name: z.string(),
        answer: z
          .enum(['went_on', 'decided', 'left_out'])
          .describe('`left_out`: it depends on more than this request.'),
      }),
    ),
    matches: z.array(matchSchema),
    exclusions: z
      .array(z.object({ name: z.string(), rule_id: z.int(), target: z.string().nullable() }))
      .describe('Those that kept a rule from looking.'),
    body_processor: z.string().nullable(),
    body_error: z.string().nullable(),
    bytes_inspected: z.int(),
    judged: z.enum(['live', 'draft', 'version']),
    version: z.int(),
  })
  .meta({ id: 'Simulation' });
export type Simulation = z.infer<typeof simulationSchema>;
