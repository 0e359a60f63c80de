import { idSchema, type SessionId, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';
import type { SessionGrant } from './sessions.service.ts';

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

export const expiresInSchema = z
  .int()
  .describe('Lifetime of access_token in seconds; renew it before then: POST /api/auth/renew.');
export const sessionEndSchema = z.iso.datetime().describe('When the session ends, regardless of renewals.');

export const renewSchema = z.object({}).meta({ id: 'RenewRequest' });

export const renewedTokenSchema = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: expiresInSchema,
    expires_at: sessionEndSchema,
    user_id: idSchema<UserId>().describe('Whose session it is.'),
  })
  .meta({ id: 'RenewedToken' });
export type RenewedTokenView = z.infer<typeof renewedTokenSchema>;

/** Common part of all responses with an access token. */
export const grantView = ({ accessToken, expiresIn, expiresAt }: SessionGrant) => ({
  access_token: accessToken,
  token_type: 'bearer' as const,
  expires_in: expiresIn,
  expires_at: expiresAt.toISOString(),
});
