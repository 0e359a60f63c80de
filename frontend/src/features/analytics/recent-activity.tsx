import { useRecentLogsQuery } from '../../shared/api/logs-api.ts';
import { formatDateTime, formatRelative } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { classify } from '../../shared/lib/threat.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card, CardHeader } from '../../shared/ui/card.tsx';
import { Country } from '../../shared/ui/country.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Table, Td, Th } from '../../shared/ui/table.tsx';

const ROWS = 10;
const COLUMNS = ['Time', 'Domain', 'Request', 'Threat Type', 'Country', 'Action'] as const;

export function RecentActivity({ domain }: { domain: string | null }) {
  const { data: page, error, refetch } = useRecentLogsQuery({ status: null, domain });
  const data = page?.logs;
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Recent Activity" />
      {error && !data ? (
        <ErrorState message={messageOf(error, 'Failed to load WAF logs')} onRetry={refetch} />
      ) : (
        <Table label="Recent activity">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <Th key={column}>{column}</Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data?.length === 0 && (
              <tr>
                <Td colSpan={COLUMNS.length} className="py-10 text-center text-ink-muted">
                  No recent activity found
                </Td>
              </tr>
            )}
            {data?.slice(0, ROWS).map((log) => (
              <tr key={log.id} className="last:[&>td]:border-b-0">
                <Td className="whitespace-nowrap text-ink-muted" title={formatDateTime(log.timestamp)}>
                  {formatRelative(log.timestamp)}
                </Td>
                <Td>{log.domain_name}</Td>
                <Td className="max-w-64 truncate font-mono text-[0.8125rem]">
                  {log.request_method} {log.request_uri}
                </Td>
                <Td className="whitespace-nowrap">{classify(log).type}</Td>
                <Td>
                  <Country code={log.geo_country} />
                </Td>
                <Td>
                  <Badge tone={log.status === 'blocked' ? 'danger' : 'ok'}>
                    {log.status === 'blocked' ? 'Blocked' : 'Allowed'}
                  </Badge>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
