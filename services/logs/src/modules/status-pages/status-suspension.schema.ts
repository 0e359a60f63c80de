import { z } from 'zod';
import { suspensionSchema, wordsOfSuspension } from './status-page.schema.ts';

export const statusPagesQuerySchema = z
  .object({
    owner_id: z.uuid().optional().describe('Those of an account.'),
    slug: z.string().max(60).optional().describe('The end of an address.'),
  })
  .refine(
    ({ owner_id, slug }) => (owner_id === undefined) !== (slug === undefined),
    'Either `owner_id` or `slug` is needed',
  );
export type StatusPagesQuery = z.infer<typeof statusPagesQuerySchema>;

export const suspensionInputSchema = z
  .object({ reason: wordsOfSuspension.describe('Its owner reads it.') })
  .meta({ id: 'StatusPageSuspensionInput' });
export type SuspensionInput = z.infer<typeof suspensionInputSchema>;

export const adminStatusPageSchema = z
  .object({
    domain_id: z.string(),
    domain_name: z.string(),
    owner_id: z.string(),
    slug: z.string(),
    name: z.string(),
    note: z.string(),
    is_on: z.boolean(),
    suspension: suspensionSchema.nullable(),
  })
  .meta({ id: 'AdminStatusPage' });
export type AdminStatusPage = z.infer<typeof adminStatusPageSchema>;

export const adminStatusPagesSchema = z
  .object({
    pages: z.array(adminStatusPageSchema).describe('Those that are suspended or public first, at most 200.'),
  })
  .meta({ id: 'AdminStatusPages' });
