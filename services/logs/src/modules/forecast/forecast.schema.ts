import { z } from 'zod';

/** Whole hours that a range reaches back, besides the one that runs. */
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
  /** Cut after 300 characters. */
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
      /** There are more than were counted: `requests` is the least. */
      more: z.boolean(),
      /** Of all requests, in percent. */
      share: z.number(),
    }),
    /** What the causes were made from: the newest of them. */
    looked_at: z.int(),
    /** Of those looked at, how many look like ordinary visitors. */
    likely_false: z.int(),
    threat_types: z.array(z.object({ threat_type: z.string(), requests: z.int() })),
    causes: z.array(
      z.object({
        /** The rule that weighed most; null where no rule was the reason. */
        rule_id: z.int().nullable(),
        message: z.string().nullable(),
        /** As the edge names it: rule, rate_limit, blocked_country, challenge:…, bot:…, custom:… and limit:… (`message` is its name) */
        reason: z.string(),
        threat_type: z.string(),
        requests: z.int(),
        /** Different addresses. */
        addresses: z.int(),
        /** Requests that the origin answered as usual, 2xx or 3xx. */
        answered: z.int(),
        /** The path, and the place in the request, that it was most often; empty: not known. */
        path: z.string(),
        target: z.string(),
        likelihood: z.enum(['ordinary', 'attack', 'unclear']),
        samples: z.array(sampleSchema),
      }),
    ),
  })
  .meta({ id: 'BlockingForecast' });

export type BlockingForecast = z.infer<typeof blockingForecastSchema>;
