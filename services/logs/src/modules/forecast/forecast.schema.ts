import { z } from 'zod';

/** Whole hours of the range, besides the current one. */
export const FORECAST_HOURS = { '24h': 24, '7d': 7 * 24 } as const;
export type ForecastRange = keyof typeof FORECAST_HOURS;

const rangeNames = Object.keys(FORECAST_HOURS) as [ForecastRange, ...ForecastRange[]];

export const forecastQuerySchema = z.object({
  /** Id or name of one of the user's domains. */
  domain: z.string().min(1).max(253),
  range: z.enum(rangeNames).default('24h'),
});

const sampleSchema = z.object({
  request_id: z.string(),
  timestamp: z.string(),
  remote_addr: z.string(),
  geo_country: z.string().nullable(),
  request_method: z.string(),
  /** Truncated to 300 characters. */
  request_uri: z.string(),
  origin_status: z.int().nullable(),
});

export const blockingForecastSchema = z
  .object({
    range: z.enum(rangeNames),
    from: z.string(),
    to: z.string(),
    /** All requests of the site in the range. */
    requests: z.int(),
    would_block: z.object({
      requests: z.int(),
      /** There are more than were counted: `requests` is a lower bound. */
      more: z.boolean(),
      /** Share of all requests, in percent. */
      share: z.number(),
    }),
    /** Number of requests, the newest, that the causes were determined from. */
    looked_at: z.int(),
    /** Number of these that look like ordinary visitors. */
    likely_false: z.int(),
    threat_types: z.array(z.object({ threat_type: z.string(), requests: z.int() })),
    causes: z.array(
      z.object({
        /** The rule with the highest score; null where no rule was the reason. */
        rule_id: z.int().nullable(),
        message: z.string().nullable(),
        /**
         * The edge's name: rule, rate_limit, blocked_country, challenge:…, bot:…, custom:… and limit:… (`message` is
         * its name)
         */
        reason: z.string(),
        threat_type: z.string(),
        requests: z.int(),
        /** Distinct addresses. */
        addresses: z.int(),
        /** Requests that the origin answered with 2xx or 3xx. */
        answered: z.int(),
        /** The most frequent path and part of the request; empty: unknown. */
        path: z.string(),
        target: z.string(),
        likelihood: z.enum(['ordinary', 'attack', 'unclear']),
        samples: z.array(sampleSchema),
      }),
    ),
  })
  .meta({ id: 'BlockingForecast' });

export type BlockingForecast = z.infer<typeof blockingForecastSchema>;
