import { z } from 'zod';
import { API_KEY_SCOPE_NAMES } from './api-key-scopes.ts';

/** A forgotten key expires by itself. */
const DEFAULT_EXPIRY_DAYS = 90;

export const apiKeySchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    hint: z.string().describe('How the key begins.'),
    scopes: z.array(z.string()),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyView = z.infer<typeof apiKeySchema>;
export const apiKeyListSchema = z.array(apiKeySchema).meta({ id: 'ApiKeyList' });

export const newApiKeySchema = apiKeySchema
  .extend({ api_key: z.string().describe('Shown this once.') })
  .meta({ id: 'NewApiKey' });
export type NewApiKeyView = z.infer<typeof newApiKeySchema>;

export const apiKeyRequestSchema = z
  .object({
    name: z.string().trim().min(1, 'Name is required').max(80),
    scopes: z
      .array(z.enum(API_KEY_SCOPE_NAMES))
      .min(1, 'Choose at least one permission')
      .max(API_KEY_SCOPE_NAMES.length),
    expires_in_days: z
      .int()
      .min(1)
      .max(3_650)
      .nullable()
      .default(DEFAULT_EXPIRY_DAYS)
      .describe('null: the key does not expire.'),
  })
  .meta({ id: 'ApiKeyRequest' });
