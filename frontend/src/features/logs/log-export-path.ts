import type { LogFilter } from '../../entities/log/logs-api.ts';

/** As far back as any plan keeps entries. */
const MAX_EXPORT_DAYS = '90';

/** Where all entries that fit are as CSV. */
export function logExportPath({ status, domain, values: { id, ...values } = {} }: LogFilter): string {
  const query = new URLSearchParams({
    days: MAX_EXPORT_DAYS,
    ...values,
    ...(id !== undefined && { request_id: id }),
    ...(status && { status_filter: status }),
    ...(domain && { domain }),
  });
  return `/api/dashboard/logs/export?${query}`;
}
