import { ATTACK_CLASSES } from '@palisade/managed-rules/sample-attacks';
import { EXCLUSION_LIMITS, ruleExclusionSchema } from '@palisade/site-policy';
import { z } from 'zod';

const LIMITS = { fields: 12, scopes: 40, parts: 24 } as const;
const exclusion = ruleExclusionSchema.shape;

const partsSchema = z
  .object({
    by: exclusion.by,
    value: exclusion.value,
    target: exclusion.target,
    path_prefix: exclusion.path_prefix,
  })
  .meta({ id: 'ExclusionParts' });

export const exclusionPricesRequestSchema = z
  .object({
    path: z
      .string()
      .startsWith('/', 'A path begins with /')
      .max(EXCLUSION_LIMITS.path)
      .describe('Where the request came that should have passed; the attacks are sent there, too.'),
    fields: z
      .array(z.string().max(EXCLUSION_LIMITS.target))
      .max(LIMITS.fields)
      .describe('In which the rules found something, such as "ARGS:comment"; each gets all attacks.'),
    scopes: z
      .array(z.array(partsSchema).min(1).max(LIMITS.parts))
      .min(1)
      .max(LIMITS.scopes)
      .describe('Exclusions to choose from; those of one entry would be saved together.'),
  })
  .meta({ id: 'ExclusionPricesRequest' });
export type ExclusionPricesRequest = z.infer<typeof exclusionPricesRequestSchema>;

const priceSchema = z
  .object({
    lets_through: z.int().describe('Of the attacks that the rules refuse today.'),
    by_class: z.array(z.object({ attack_class: z.enum(ATTACK_CLASSES), lets_through: z.int() })),
    examples: z.array(z.string()),
  })
  .meta({ id: 'ExclusionPrice' });

export const exclusionPricesSchema = z
  .object({
    attacks: z.int().describe('How many were sent, in process.'),
    refused: z.int().describe('How many of them the rules refuse today.'),
    prices: z
      .array(priceSchema.nullable())
      .describe('One for each of the scopes; null where there was no time left. Ask for these again.'),
  })
  .meta({ id: 'ExclusionPrices' });
export type ExclusionPrices = z.infer<typeof exclusionPricesSchema>;
