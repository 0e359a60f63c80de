import { z } from 'zod';
import { SECURITY_EVENT_NAMES } from './security-event-kinds.ts';

export const securityActivityQuerySchema = z.object({
  before: z.uuid().optional().describe('`next` of the previous page.'),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

export const securityActivitySchema = z
  .object({
    entries: z.array(
      z.object({
        id: z.uuid(),
        at: z.iso.datetime(),
        kind: z.enum(SECURITY_EVENT_NAMES),
        ip_address: z.string().describe('Empty where an administrator did it.'),
        user_agent: z.string(),
        by_administrator: z.boolean(),
        details: z.record(z.string(), z.string()),
      }),
    ),
    next: z.uuid().nullable().describe('Pass it as `before` for older entries; null at the end.'),
    kept_days: z.number().int().describe('Older entries are removed.'),
  })
  .meta({ id: 'SecurityActivity' });
