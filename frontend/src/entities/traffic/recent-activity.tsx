import { Link } from 'react-router-dom';
import type { LogEntry } from '../../shared/api/types.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Card, CardHeader } from '../../shared/ui/card.tsx';
import { type Column, DataTable } from '../../shared/ui/data-table.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { actionColumn, countryColumn, timeColumn } from '../log/log-cells.tsx';
import { countryFilter, type LogFilters, logLink } from '../log/log-filters.ts';
import { useRecentLogsQuery } from '../log/logs-api.ts';
import { judge } from '../log/threat.ts';
import { logEntryLink } from '../page/paths.ts';
import type { TimeRange } from './analytics-api.ts';

const ROWS = 10;
/** Each value leads to its requests of the same domain and time. */
const columnsWithin = (within: RecentActivityProps['within']): readonly Column<LogEntry>[] => [
  timeColumn,
  {
    header: 'Domain',
    wideOnly: true,
    className: 'max-w-56 truncate',
    title: ({ domain_name }) => domain_name,
    cell: ({ domain_name }) => domain_name,
  },
  {
    header: 'Request',
    className: 'w-full max-w-0 truncate font-mono text-[0.8125rem] sm:w-auto sm:max-w-64 2xl:max-w-120',
    title: ({ request_uri }) => request_uri,
    cell: ({ request_id, request_method, request_uri }) => (
      <Link to={logEntryLink(request_id)} className="filter-link">
        {request_method} <bdi>{request_uri}</bdi>
      </Link>
    ),
  },
  {
    header: 'Threat Type',
    wideOnly: true,
    className: 'whitespace-nowrap',
    cell: (log) => {
      const { type, label } = judge(log);
      return label === 'ERROR' ? (
        type
      ) : (
        <Link to={logLink({ ...within, threat: type })} className="filter-link">
          {type}
        </Link>
      );
    },
  },
  countryColumn(
    ({ geo_country }) => geo_country,
    ({ geo_country }) => logLink({ ...within, country: countryFilter(geo_country) }),
  ),
  actionColumn,
];

interface RecentActivityProps {
  domain: string | null;
  /** Only requests of this time; the newest otherwise. */
  timeRange: TimeRange | null;
  /** Domain and time, which what is looked up in the log keeps. */
  within: LogFilters & { domain?: string };
}

export function RecentActivity({ domain, timeRange, within }: RecentActivityProps) {
  const { data, error, refetch } = useRecentLogsQuery({
    status: null,
    domain,
    ...(timeRange && { values: { from: timeRange.from, to: timeRange.to } }),
  });
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Recent Activity"
        action={
          <Link to={logLink(within)} className="link text-[0.8125rem] print:hidden">
            Open WAF logs
          </Link>
        }
      />
      {error && !data ? (
        <ErrorState message={messageOf(error, 'Failed to load WAF logs')} onRetry={refetch} />
      ) : (
        <DataTable
          label="Recent activity"
          columns={columnsWithin(within)}
          rows={data?.logs.slice(0, ROWS)}
          keyOf={({ id }) => id}
          empty="No recent activity found"
        />
      )}
    </Card>
  );
}
