import { z } from 'zod';
import type { LogFilter } from '../log-store/log-filter.types.ts';
import { statusFilterParameter } from '../request-logs/log-parameters.schema.ts';
import { logFilterParameters, toLogFilter } from '../search/log-filter.schema.ts';

/** What a rule measures. Each is one number per window. */
export const MEASURES = ['requests', 'rate', 'share', 'latency', 'clients', 'clients_of_one_rule'] as const;

export const MIN_WINDOW_MINUTES = 5;
export const MAX_WINDOW_MINUTES = 24 * 60;
const MAX_HOLD_MINUTES = 60;

/** In the syntax of the log's query parameters: the same text finds the requests that a rule counts. */
const { from: _from, to: _to, request_id: _id, ...words } = logFilterParameters;
const filterText = z.string().max(2049).optional();
const filterInput = z
  .object({
    status: filterText,
    ...(Object.fromEntries(Object.keys(words).map((name) => [name, filterText])) as Record<
      keyof typeof words,
      typeof filterText
    >),
  })
  .strict()
  .meta({ id: 'AlertFilter' });

export const conditionSchema = z
  .object({
    measure: z.enum(MEASURES),
    /** Percentile of the latency; ignored for other measures. */
    percentile: z.int().min(50).max(99).default(95),
    filter: filterInput.default({}),
    window_minutes: z.int().min(MIN_WINDOW_MINUTES).max(MAX_WINDOW_MINUTES),
    /**
     * `threshold`: compared with `value` itself. `usual`: with `value` times the same hours of the four weeks before.
     */
    compare: z.enum(['threshold', 'usual']),
    direction: z.enum(['above', 'below']),
    value: z.number().min(0).max(1_000_000_000),
    /** With fewer requests in the window there is no result. */
    min_requests: z.int().min(0).max(1_000_000).default(0),
    /** How long it must hold before it fires, and must not hold before it resolves. */
    hold_minutes: z.int().min(0).max(MAX_HOLD_MINUTES).default(0),
  })
  .meta({ id: 'AlertCondition' });
export type Condition = z.output<typeof conditionSchema>;

/** A condition's filter, parsed like the log's. */
export interface ReadFilter {
  status: 'blocked' | 'allowed' | null;
  log: LogFilter;
}

/** Each problem at its field. */
export function readFilter(filter: Condition['filter']) {
  const parsed = z.object({ status: statusFilterParameter, ...words }).safeParse(filter);
  if (!parsed.success) return { ok: false as const, issues: parsed.error.issues };
  const { status, ...rest } = parsed.data;
  const log = toLogFilter({ ...rest, from: null, to: null, request_id: null });
  return { ok: true as const, filter: { status, log } satisfies ReadFilter };
}
