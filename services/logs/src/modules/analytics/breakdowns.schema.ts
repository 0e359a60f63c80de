import { z } from 'zod';
import { counted, latencySchema } from './analytics.schema.ts';

const sent = { response_bytes: z.int() };
/** The most frequent first; "(other)" is everything beyond the first 500 of an hour. */
const values = z.array(z.object({ value: z.string(), ...counted, ...sent }));

export const breakdownsSchema = z
  .object({
    step: z.enum(['hour', 'day']),
    from: z.string(),
    to: z.string(),
    failures: z.object({
      /** Responses with a 5xx status, from the origin or the edge. */
      server_errors: z.int(),
      /** Requests that were sent to an origin, and those that no origin answered properly. */
      origin_requests: z.int(),
      origin_failures: z.int(),
    }),
    failure_series: z.array(
      z.object({
        time: z.string(),
        server_errors: z.int(),
        origin_requests: z.int(),
        origin_failures: z.int(),
      }),
    ),
    cache: z.object({
      /** Percent of the requests that the cache answered, of those that could be cached; null without any. */
      hit_rate: z.number().nullable(),
      /** Cache status; empty where the cache was not used. */
      statuses: values,
    }),
    /** Ids of rules that decided or matched. */
    rules: z.array(z.object({ rule: z.int(), name: z.string(), ...counted })),
    agents: values,
    /** The edge's reasons for classifying a client as a bot. */
    bots: values,
    /** Browsers' reports of CSP violations: the directive, and the host or keyword that it refused. */
    csp: values,
    methods: values,
    /** Autonomous systems; number 0: unknown. */
    networks: z.array(z.object({ network: z.int(), name: z.string(), ...counted })),
    /** Ordered by bytes sent. */
    paths: values,
    /** Of allowed requests that were sent to an origin: the origin's time, and the edge's own. */
    latency: z.object({ origin: latencySchema, edge: latencySchema }),
  })
  .meta({ id: 'AnalyticsBreakdowns' });

export type BreakdownsAnswer = z.infer<typeof breakdownsSchema>;
