import { idSchema, type SessionId } from '@palisade/nest-kit';
import { z } from 'zod';

export const sessionIdSchema = idSchema<SessionId>();

export const sessionSchema = z
  .object({
    id: sessionIdSchema,
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    ip_address: z.string(),
    user_agent: z.string(),
    current: z.boolean().describe('The session that asks.'),
  })
  .meta({ id: 'Session' });

export const sessionListSchema = z.array(sessionSchema).meta({ id: 'SessionList' });
