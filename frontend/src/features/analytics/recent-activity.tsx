import { useRecentLogsQuery } from '../../shared/api/logs-api.ts';
import type { LogEntry } from '../../shared/api/types.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { classify } from '../../shared/lib/threat.ts';
import { Card, CardHeader } from '../../shared/ui/card.tsx';
import { type Column, DataTable } from '../../shared/ui/data-table.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { actionColumn, countryColumn, timeColumn } from '../../shared/ui/log-cells.tsx';

const ROWS = 10;
const columns: readonly Column<LogEntry>[] = [
  timeColumn,
  { header: 'Domain', wideOnly: true, cell: ({ domain_name }) => domain_name },
  {
    header: 'Request',
    className: 'w-full max-w-0 truncate font-mono text-[0.8125rem] sm:w-auto sm:max-w-64',
    title: ({ request_uri }) => request_uri,
    cell: ({ request_method, request_uri }) => `${request_method} ${request_uri}`,
  },
  {
    header: 'Threat Type',
    wideOnly: true,
    className: 'whitespace-nowrap',
    cell: (log) => classify(log).type,
  },
  countryColumn(({ geo_country }) => geo_country),
  actionColumn,
];

export function RecentActivity({ domain }: { domain: string | null }) {
  const { data, error, refetch } = useRecentLogsQuery({ status: null, domain });
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Recent Activity" />
      {error && !data ? (
        <ErrorState message={messageOf(error, 'Failed to load WAF logs')} onRetry={refetch} />
      ) : (
        <DataTable
          label="Recent activity"
          columns={columns}
          rows={data?.logs.slice(0, ROWS)}
          keyOf={({ id }) => id}
          empty="No recent activity found"
        />
      )}
    </Card>
  );
}
