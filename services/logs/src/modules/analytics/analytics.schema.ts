import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { z } from 'zod';
import { domainParameter } from '../request-logs/log-parameters.schema.ts';

/** Length of a range, and the steps of its series. */
export const RANGES = {
  '24h': { step: 'hour', points: 24 },
  '7d': { step: 'day', points: 7 },
  '30d': { step: 'day', points: 30 },
  '90d': { step: 'day', points: 90 },
} as const satisfies Record<string, { step: 'hour' | 'day'; points: number }>;
export type Range = keyof typeof RANGES;

const rangeNames = Object.keys(RANGES) as [Range, ...Range[]];

/** Ranges up to this length are shown by the hour, longer ones by the day (UTC). */
const MAX_BY_HOUR_MS = 4 * DAY_MS;
const MAX_MS = 90 * DAY_MS;

/** A range of whole hours or days. */
export interface TimeRange {
  step: 'hour' | 'day';
  fromMs: number;
  points: number;
}

/** Hourly or daily figures, so a range is widened to whole hours or days. */
function wholeSteps(fromMs: number, toMs: number): TimeRange {
  const step = toMs - fromMs <= MAX_BY_HOUR_MS ? 'hour' : 'day';
  const stepMs = step === 'hour' ? HOUR_MS : DAY_MS;
  const begin = fromMs - (fromMs % stepMs);
  return { step, fromMs: begin, points: Math.ceil((toMs - begin) / stepMs) };
}

const moment = z.iso.datetime({ offset: true }).optional();

export const analyticsQuerySchema = z
  .object({
    range: z.enum(rangeNames).default('7d'),
    domain: domainParameter,
    /** A time range instead of a named one: both or neither, at most 90 days, widened to whole hours or days. */
    from: moment,
    to: moment,
  })
  .transform(({ from, to, ...rest }, context) => {
    if (from === undefined && to === undefined) return { ...rest, time: null };
    const [fromMs, toMs] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
    const length = toMs - fromMs;
    if (length > 0 && length <= MAX_MS && fromMs >= 0) return { ...rest, time: wholeSteps(fromMs, toMs) };
    context.addIssue({
      code: 'custom',
      path: [to === undefined ? 'to' : 'from'],
      message: '`from` must be before `to` by at most 90 days',
    });
    return z.NEVER;
  });

export const latencySchema = z.object({
  p50: z.number().nullable(),
  p90: z.number().nullable(),
  p99: z.number().nullable(),
});

export const counted = { requests: z.int(), blocked: z.int() };

export const analyticsSchema = z
  .object({
    /** Null where a time range was requested. */
    range: z.enum(rangeNames).nullable(),
    step: z.enum(['hour', 'day']),
    from: z.string(),
    to: z.string(),
    totals: z.object({
      ...counted,
      allowed: z.int(),
      block_rate: z.number(),
      response_bytes: z.int(),
    }),
    /** The preceding period of the same length; null where the site's traffic does not reach back that far. */
    before: z.object({ ...counted, response_bytes: z.int() }).nullable(),
    series: z.array(z.object({ time: z.string(), ...counted, response_bytes: z.int() })),
    /** Empty country: unknown. */
    countries: z.array(z.object({ country: z.string(), percentage: z.number(), ...counted })),
    threat_types: z.array(z.object({ threat_type: z.string(), percentage: z.number(), count: z.int() })),
    status_classes: z.array(z.object({ status_class: z.string(), ...counted })),
    /** Without the query; paths beyond the first 500 of an hour are counted as "(other)". */
    paths: z.array(z.object({ path: z.string(), ...counted })),
    addresses: z.array(z.object({ address: z.string(), ...counted })),
    /** The 50th, 90th and 99th percentile of allowed requests in milliseconds; null without any. */
    latency: latencySchema,
  })
  .meta({ id: 'Analytics' });

export type AnalyticsAnswer = z.infer<typeof analyticsSchema>;
