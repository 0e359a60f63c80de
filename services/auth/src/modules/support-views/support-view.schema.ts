import { idSchema, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';
import { userSchema } from '../profile/profile.schema.ts';
import { LISTED, LISTED_LOOKS, SUPPORT_VIEW_STATES } from './support-view.rules.ts';

export const supportViewIdSchema = z.uuid();

export const supportViewRequestSchema = z
  .object({
    reason: z
      .string()
      .trim()
      .min(10, 'Please describe briefly what you want to view, and why')
      .max(500)
      .describe('Shown to the customer and stored in the audit log.'),
  })
  .meta({ id: 'SupportViewRequest' });
export type SupportViewRequest = z.infer<typeof supportViewRequestSchema>;

export const supportViewAnswerSchema = z.object({ allow: z.boolean() }).meta({ id: 'SupportViewAnswer' });
export type SupportViewAnswer = z.infer<typeof supportViewAnswerSchema>;

const moment = z.iso.datetime().nullable();

export const supportViewSchema = z
  .object({
    id: supportViewIdSchema,
    state: z
      .enum(SUPPORT_VIEW_STATES)
      .describe(
        'asked: waits for the customer; allowed: not opened yet; open; ended: by the customer, the administrator, its time or the end of the administrator’s session; refused; withdrawn; lapsed: never answered.',
      ),
    administrator_id: idSchema<UserId>(),
    administrator: z.string().describe('Name and address; empty if the account no longer exists.'),
    reason: z.string(),
    asked_at: z.iso.datetime(),
    answered_at: moment,
    opened_at: moment,
    ends_at: moment.describe('When it ends by itself; null: not allowed.'),
    ended_at: moment.describe('When somebody ended it before.'),
    looks: z
      .array(
        z.object({
          path: z.string().describe('Of the call, such as "/api/dashboard/logs/recent".'),
          first_at: z.iso.datetime(),
          last_at: z.iso.datetime(),
          times: z.int(),
        }),
      )
      .describe(`Paths viewed, latest first; at most ${LISTED_LOOKS}. The audit log has all.`),
    looks_total: z.int().describe('Number of different paths viewed.'),
  })
  .meta({ id: 'SupportView' });
export type SupportViewView = z.infer<typeof supportViewSchema>;

export const supportViewsSchema = z
  .object({ views: z.array(supportViewSchema).describe(`The newest ${LISTED}.`) })
  .meta({ id: 'SupportViews' });
export type SupportViewsView = z.infer<typeof supportViewsSchema>;

export const openedSupportViewSchema = z
  .object({ view: supportViewSchema, user: userSchema.describe('As the customer sees themselves.') })
  .meta({ id: 'OpenedSupportView' });
export type OpenedSupportView = z.infer<typeof openedSupportViewSchema>;
