import { z } from 'zod';
import { counted, latencySchema } from './analytics.schema.ts';

const sent = { response_bytes: z.int() };
/** The most frequent first; "(other)" stands for what is beyond the first 500 of an hour. */
const values = z.array(z.object({ value: z.string(), ...counted, ...sent }));

export const breakdownsSchema = z
  .object({
    step: z.enum(['hour', 'day']),
    from: z.string(),
    to: z.string(),
    failures: z.object({
      /** Answered with a 5xx, by the origin or for it. */
      server_errors: z.int(),
      /** For which an origin was asked, and where none answered as it should. */
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
      /** Percent of the requests that the cache was asked for and answered by itself; null where it was not asked. */
      hit_rate: z.number().nullable(),
      /** What the cache did; empty where it was not asked. */
      statuses: values,
    }),
    /** Rules that decided or fired, by their ids. */
    rules: z.array(z.object({ rule: z.int(), name: z.string(), ...counted })),
    agents: values,
    /** The edge's reasons for taking a client for a bot. */
    bots: values,
    /** What browsers report of a content security policy: the directive, and the host or word that it refused. */
    csp: values,
    methods: values,
    /** Autonomous systems; number 0: not known. */
    networks: z.array(z.object({ network: z.int(), name: z.string(), ...counted })),
    /** By what was sent. */
    paths: values,
    /** Of allowed requests for which an origin was asked: what it took, and what was the edge's own. */
    latency: z.object({ origin: latencySchema, edge: latencySchema }),
  })
  .meta({ id: 'AnalyticsBreakdowns' });

export type BreakdownsAnswer = z.infer<typeof breakdownsSchema>;
