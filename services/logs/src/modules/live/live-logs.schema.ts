import { z } from 'zod';
import { logCursorSchema } from '../request-logs/log-cursor.schema.ts';
import type { toLogEntry } from '../request-logs/log-entry.rules.ts';
import { domainParameter, statusFilterParameter } from '../request-logs/log-parameters.schema.ts';
import { logFilterParameters } from '../search/log-filter.schema.ts';

const { from: _from, to: _to, ...parameters } = logFilterParameters;

export const liveLogsQuerySchema = z.object({
  status_filter: statusFilterParameter,
  domain: domainParameter,
  ...parameters,
});

/** The data of an event `logs`. */
export interface LiveLogs {
  /** The oldest first. */
  logs: ReturnType<typeof toLogEntry>[];
  /**
   * Entries between these and those of the previous event may be missing: too many, or too slow to find. `logs/recent`
   * has them.
   */
  gap: boolean;
}

/** The id of an event; `null` for anything else. */
export const positionOf = (id: string | undefined) => logCursorSchema.safeParse(id).data ?? null;
