import { z } from 'zod';
import { BRAND } from '../../templating/brand.ts';
import { MAIL_CATEGORIES } from '../mails/mail.rules.ts';
import { RETENTION_DAYS } from './notification.rules.ts';

const MAX_PER_PAGE = 50;
const idSchema = z.string().min(1).max(200);
const tones = Object.keys(BRAND.tones) as [keyof typeof BRAND.tones, ...(keyof typeof BRAND.tones)[]];

export const notificationsQuerySchema = z.object({
  before: idSchema.optional().describe('`next` of the previous page.'),
  limit: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(20),
});
export type NotificationsQuery = z.infer<typeof notificationsQuerySchema>;

export const markReadSchema = z.object({
  ids: z.array(idSchema).max(MAX_PER_PAGE).optional().describe('Which; all where it is left out.'),
});
export type MarkRead = z.infer<typeof markReadSchema>;

export const unreadSchema = z.object({ unread: z.int() }).meta({ id: 'UnreadNotifications' });

export const notificationsSchema = z
  .object({
    entries: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        category: z.enum(MAIL_CATEGORIES),
        /** Kind of event, by the template of its mail, such as "attack_alert". */
        kind: z.string(),
        tone: z.enum(tones),
        title: z.string(),
        preview: z.string(),
        /** The site concerned; null: none. */
        domain: z.string().nullable(),
        read: z.boolean(),
      }),
    ),
    unread: z.int().describe('Of all that are kept.'),
    next: z.string().nullable().describe('Pass it as `before` for older entries; null at the end.'),
    kept_days: z.int().describe(`Older entries are removed, after ${RETENTION_DAYS} days.`),
  })
  .meta({ id: 'Notifications' });
