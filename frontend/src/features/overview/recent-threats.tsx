import type { DashboardStats } from '../../shared/api/types.ts';
import { formatDateTime, formatRelative } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Country } from '../../shared/ui/country.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Table, Td, Th } from '../../shared/ui/table.tsx';

const MAX_ROWS = 10;
const COLUMNS = ['Time', 'Threat Type', 'IP Address', 'Country', 'Action'] as const;

export function RecentThreats({ logs }: { logs: DashboardStats['recent_logs'] | undefined }) {
  return (
    <Table label="Recent blocked threats">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <Th key={column}>{column}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {!logs &&
          [0, 1, 2].map((row) => (
            <tr key={row}>
              {COLUMNS.map((column) => (
                <Td key={column}>
                  <Skeleton className="h-4 w-24" />
                </Td>
              ))}
            </tr>
          ))}
        {logs?.length === 0 && (
          <tr>
            <Td colSpan={COLUMNS.length} className="py-10 text-center text-ink-muted">
              No recent activity found
            </Td>
          </tr>
        )}
        {logs?.slice(0, MAX_ROWS).map((log) => (
          <tr key={log.id} className="last:[&>td]:border-b-0">
            <Td className="whitespace-nowrap text-ink-muted" title={formatDateTime(log.timestamp)}>
              {formatRelative(log.timestamp)}
            </Td>
            <Td className="font-[560]">{log.attack_type}</Td>
            <Td className="font-mono text-[0.8125rem]">{log.ip_address}</Td>
            <Td>
              <Country code={log.country} />
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
  );
}
