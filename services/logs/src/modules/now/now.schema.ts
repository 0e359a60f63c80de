import { z } from 'zod';
import { domainParameter } from '../request-logs/log-parameters.schema.ts';

export const nowQuerySchema = z.object({ domain: domainParameter });

const counted = { requests: z.int(), blocked: z.int() };
/** The first minute of it. */
const countedInHour = { ...counted, failed: z.int() };

const attackSchema = z
  .object({
    /** The first minute of it. */
    since: z.iso.datetime(),
    /** Networks that the newest of them came from, busiest first; IPv4 networks are /24, IPv6 networks /48. */
    blocked: z.int(),
    threat_type: z.string(),
    /** Where the newest of them came from, the busiest first; IPv4 networks are /24, IPv6 networks /48. */
    networks: z.array(
      z.object({ network: z.string(), asn_name: z.string().nullable(), percentage: z.number() }),
    ),
  })
  .meta({ id: 'OngoingAttack' });

const siteNowSchema = z
  .object({
    id: z.string(),
    domain_name: z.string(),
    /** To the minute within the last hour, to the hour before; null: nothing in the last 30 days. */
    day: z.object(counted),
    /** Results of requests to the origin in the last five minutes; null: there were none. */
    last_blocked_at: z.iso.datetime().nullable(),
    attack: attackSchema.nullable(),
    /** Since when none succeeded; null: some did. */
    origin: z
      .object({
        asked: z.int(),
        failed: z.int(),
        /** Repeated refusals, in the last 24 hours, of visitors whose other requests are allowed. */
        down_since: z.iso.datetime().nullable(),
      })
      .nullable(),
    /** What visitors who are let through otherwise were refused over and over, in the last 24 hours. */
    suspected: z
      .object({ path: z.string(), threat_type: z.string(), requests: z.int(), addresses: z.int() })
      .nullable(),
  })
  .meta({ id: 'SiteNow' });

export const dashboardNowSchema = z
  .object({
    as_of: z.iso.datetime(),
    /** Mean of the same 60 minutes of the preceding days, up to a week; null without a whole day before. */
    hour: z.object(countedInHour),
    /** The last 60 minutes, one by one. */
    usual: z.object(counted).nullable(),
    /** The last 60 minutes, one by one. */
    minutes: z.array(z.object({ time: z.iso.datetime(), ...countedInHour })),
    sites: z.array(siteNowSchema),
  })
  .meta({ id: 'DashboardNow' });

export type DashboardNow = z.infer<typeof dashboardNowSchema>;
export type SiteNow = z.infer<typeof siteNowSchema>;
