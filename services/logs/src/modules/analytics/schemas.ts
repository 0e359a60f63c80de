import { z } from 'zod';
import { domainParameter } from '../dashboard/schemas.ts';

/** How far a range reaches back and in which steps its series goes. */
export const RANGES = {
  '24h': { step: 'hour', points: 24 },
  '7d': { step: 'day', points: 7 },
  '30d': { step: 'day', points: 30 },
  '90d': { step: 'day', points: 90 },
} as const satisfies Record<string, { step: 'hour' | 'day'; points: number }>;
export type Range = keyof typeof RANGES;

const rangeNames = Object.keys(RANGES) as [Range, ...Range[]];

export const analyticsQuerySchema = z.object({
  range: z.enum(rangeNames).default('7d'),
  domain: domainParameter,
});

const counted = { requests: z.int(), blocked: z.int() };

export const analyticsSchema = z
  .object({
    range: z.enum(rangeNames),
    step: z.enum(['hour', 'day']),
    from: z.string(),
    to: z.string(),
    totals: z.object({
      ...counted,
      allowed: z.int(),
      block_rate: z.number(),
      response_bytes: z.int(),
    }),
    series: z.array(z.object({ time: z.string(), ...counted, response_bytes: z.int() })),
    /** Empty country: not known. */
    countries: z.array(z.object({ country: z.string(), percentage: z.number(), ...counted })),
    threat_types: z.array(z.object({ threat_type: z.string(), percentage: z.number(), count: z.int() })),
    status_classes: z.array(z.object({ status_class: z.string(), ...counted })),
    /** Without the query; beyond the first 500 of an hour they are counted as "(other)". */
    paths: z.array(z.object({ path: z.string(), ...counted })),
    addresses: z.array(z.object({ address: z.string(), ...counted })),
    /** Milliseconds that half, nine tenths and 99 of 100 allowed requests did not exceed; null without any. */
    latency: z.object({ p50: z.number().nullable(), p90: z.number().nullable(), p99: z.number().nullable() }),
  })
  .meta({ id: 'Analytics' });

export type AnalyticsAnswer = z.infer<typeof analyticsSchema>;
