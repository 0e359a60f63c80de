import { z } from 'zod';
import { REPORT_PERIODS } from './report-period.rules.ts';

/** Maximum sites with reports of their own: each is a mail per period. */
export const MAX_SITE_REPORTS = 20;
export const MAX_BRAND_NAME = 60;
/** 40 kB in base64. */
const MAX_LOGO_TEXT = 53_400;

const choices = {
  weekly: z.boolean(),
  monthly: z.boolean(),
  /** One report of all sites together. */
  together: z.boolean(),
  /** Sites with a report of their own. */
  site_ids: z.array(z.uuid()).max(MAX_SITE_REPORTS),
  with_pdf: z.boolean(),
  /** Shown in the header of reports, instead of the product's name. */
  brand_name: z.string().trim().max(MAX_BRAND_NAME),
  brand_colour: z.union([
    z.literal(''),
    z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #0e5a45'),
  ]),
};

export const reportSettingsChangeSchema = z
  .object({
    ...choices,
    /** PNG or JPEG of at most 40 kB and 1,000 pixels a side, in base64. Null: none; absent: unchanged. */
    logo: z.base64().max(MAX_LOGO_TEXT).nullish(),
  })
  .meta({ id: 'ReportSettingsChange' });
export type ReportSettingsChange = z.infer<typeof reportSettingsChangeSchema>;

export const reportSettingsSchema = z
  .object({
    ...choices,
    /** As a data URL: `data:image/png;base64,…`. */
    logo: z.string().nullable(),
    /** Whether the plan includes reports under the owner's own brand. */
    may_brand: z.boolean(),
    max_sites: z.int(),
    /** The first day (UTC) with traffic that reports can cover; null: there is none. */
    first_day: z.iso.date().nullable(),
  })
  .meta({ id: 'ReportSettings' });
export type ReportSettingsView = z.infer<typeof reportSettingsSchema>;

export const reportFileQuerySchema = z.object({
  period: z.enum(REPORT_PERIODS),
  from: z.iso.date().describe('The first day: a Monday, or the first of a month.'),
  domain: z.string().max(253).nullable().default(null).describe('Id or name of a site; absent: all of them.'),
});
export type ReportFileQuery = z.infer<typeof reportFileQuerySchema>;
