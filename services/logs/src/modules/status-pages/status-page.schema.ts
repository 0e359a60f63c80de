import { z } from 'zod';
import { isFreeSlug } from './slug.rules.ts';

const CONTROL = /[\p{Cc}\u2028\u2029\ufffe\uffff]/u;
/** Several lines are allowed; characters that XML cannot represent are refused. */
const CONTROL_BUT_LINES = /(?![\n\t])[\p{Cc}\ufffe\uffff]/u;
/** Form of an address that an owner chooses; a generated one is longer, so that nobody can guess it. */
export const SLUG = /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/;

const line = (what: string, most: number) =>
  z
    .string(`${what} is required`)
    .trim()
    .min(1, `${what} is required`)
    .max(most, `${what} takes at most ${most} characters`)
    .refine((text) => text.isWellFormed() && !CONTROL.test(text), `${what} must be one line of text`);
const lines = (what: string, most: number) =>
  z
    .string(`${what} is required`)
    // Line ends may be two characters each, as forms send them.
    .max(2 * most, `${what} takes at most ${most} characters`)
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(most, `${what} takes at most ${most} characters`)
        .refine((text) => text.isWellFormed() && !CONTROL_BUT_LINES.test(text), `${what} must be plain text`),
    );
/** Why an administrator suspends a page. */
export const wordsOfSuspension = line('A reason', 500);
const words = lines('The message', 2_000).pipe(z.string().min(1, 'Please enter a message'));
/** Wide enough for any plan, narrow enough to catch typing errors. */
const YEAR_MS = 366 * 86_400_000;
const moment = z.iso
  .datetime({ offset: true, message: 'Please enter a time' })
  .refine((text) => Math.abs(Date.parse(text) - Date.now()) <= YEAR_MS, 'At most a year from now');

export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export const MAINTENANCE_STATES = ['planned', 'under_way', 'resolved'] as const;
export const STATES = [
  'investigating',
  'identified',
  'monitoring',
  'planned',
  'under_way',
  'resolved',
] as const;
export type IncidentState = (typeof STATES)[number];

export const pageInputSchema = z
  .object({
    is_on: z.boolean(),
    name: line('Name', 80),
    note: lines('The note', 500).default(''),
    slug: z
      .string()
      .regex(SLUG, 'Three to 40 lower-case letters, digits and hyphens, without a hyphen at the start or end')
      .refine(isFreeSlug, 'This address is reserved')
      .nullish()
      .describe('The end of its address. Absent: unchanged, or a random one; null: a new random one.'),
    shows_uptime: z.boolean().describe('Uptime by day.'),
    shows_outages: z.boolean().describe('When no server of the site responded, as detected.'),
  })
  .meta({ id: 'StatusPageInput' });
export type PageInput = z.infer<typeof pageInputSchema>;

export const incidentInputSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('incident'),
      title: line('Title', 120),
      impact: z.enum(['degraded', 'down']),
      state: z.enum(INCIDENT_STATES),
      begins_at: moment.optional().describe('Absent: now.'),
      text: words,
    }),
    z.object({
      kind: z.literal('maintenance'),
      title: line('Title', 120),
      begins_at: moment,
      ends_at: moment,
      text: words,
    }),
  ])
  .meta({ id: 'StatusIncidentInput' });
export type IncidentInput = z.infer<typeof incidentInputSchema>;

export const updateInputSchema = z
  .object({ state: z.enum(STATES), text: words })
  .meta({ id: 'StatusUpdateInput' });
export type UpdateInput = z.infer<typeof updateInputSchema>;

const incidentSchema = z
  .object({
    id: z.uuid(),
    kind: z
      .enum(['incident', 'maintenance', 'outage'])
      .describe('Detected automatically, not written by anyone.'),
    impact: z.enum(['none', 'degraded', 'down']),
    title: z.string(),
    state: z.enum(STATES),
    begins_at: z.iso.datetime(),
    ends_at: z.iso.datetime().nullable(),
    updates: z
      .array(z.object({ state: z.enum(STATES), text: z.string(), said_at: z.iso.datetime() }))
      .describe('The newest first.'),
  })
  .meta({ id: 'StatusIncident' });
export type IncidentView = z.infer<typeof incidentSchema>;

export const PAGE_STATES = ['up', 'degraded', 'down', 'maintenance'] as const;

export const publicStatusSchema = z
  .object({
    name: z.string(),
    note: z.string(),
    state: z.enum(PAGE_STATES).describe('`up`: no incident is known.'),
    uptime: z
      .object({
        percent: z.number().nullable().describe('Of all days that are known; null: none is.'),
        days: z
          .array(
            z.object({
              day: z.iso.date(),
              percent: z.number().nullable().describe('Null: not known.'),
              down_minutes: z.int(),
            }),
          )
          .describe('In UTC, the oldest first.'),
      })
      .nullable()
      .describe('Null: not shown.'),
    incidents: z
      .array(incidentSchema)
      .describe('Under way, planned and of the last 90 days, the newest first.'),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'PublicStatus' });
export type PublicStatus = z.infer<typeof publicStatusSchema>;

export const suspensionSchema = z.object({ since: z.iso.datetime(), reason: z.string() });

export const suspensionOf = (page: {
  suspended_at: Date | null;
  suspension_reason: string | null;
}): z.infer<typeof suspensionSchema> | null =>
  page.suspended_at === null || page.suspension_reason === null
    ? null
    : { since: page.suspended_at.toISOString(), reason: page.suspension_reason };

export const ownerPageSchema = z
  .object({
    is_on: z.boolean(),
    name: z.string(),
    note: z.string(),
    slug: z.string().nullable().describe('Null: the site never had a page.'),
    shows_uptime: z.boolean(),
    shows_outages: z.boolean(),
    suspension: suspensionSchema
      .nullable()
      .describe('Not null: an administrator has suspended the page, and it cannot be published.'),
    preview: publicStatusSchema.describe('What the page shows now, or would show if it were public.'),
  })
  .meta({ id: 'StatusPage' });
export type OwnerPage = z.infer<typeof ownerPageSchema>;
