import { DAY_MS } from '@palisade/basics';
import { z } from 'zod';
import { domainParameter, statusFilterParameter } from '../request-logs/log-parameters.schema.ts';
import { logFilterParameters, toLogFilter } from '../search/log-filter.schema.ts';
import type { ExportFilter } from './export-pages.service.ts';

/** Selection of an export, with the parameters of the log page. */
export const exportQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(90).default(7),
  status_filter: statusFilterParameter,
  domain: domainParameter,
  /** With `from` or `to`, a time range instead of the last days. */
  ...logFilterParameters,
});
export type ExportQuery = z.infer<typeof exportQuerySchema>;

export function toExportFilter(
  { domain: _domain, status_filter: _status, days, ...parameters }: ExportQuery,
  nowMs: number,
): ExportFilter {
  const filter = toLogFilter(parameters);
  const toMs = filter.toMs ?? nowMs;
  return { ...filter, fromMs: filter.fromMs ?? toMs - days * DAY_MS, toMs };
}
