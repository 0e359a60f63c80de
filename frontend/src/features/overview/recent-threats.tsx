import type { DashboardStats } from '../../shared/api/types.ts';
import { type Column, DataTable } from '../../shared/ui/data-table.tsx';
import { actionColumn, countryColumn, timeColumn } from '../../shared/ui/log-cells.tsx';

type Threat = DashboardStats['recent_logs'][number];

const MAX_ROWS = 10;
const columns: readonly Column<Threat>[] = [
  timeColumn,
  { header: 'Threat Type', className: 'font-[560]', cell: ({ attack_type }) => attack_type },
  {
    header: 'IP Address',
    className: 'font-mono text-xs tracking-[-0.02em] sm:text-[0.8125rem] sm:tracking-normal',
    cell: ({ ip_address }) => ip_address,
  },
  countryColumn(({ country }) => country),
  { ...actionColumn, wideOnly: true },
];

export function RecentThreats({ logs }: { logs: readonly Threat[] | undefined }) {
  return (
    <DataTable
      label="Recent blocked threats"
      columns={columns}
      rows={logs?.slice(0, MAX_ROWS)}
      keyOf={({ id }) => id}
      empty="No recent activity found"
    />
  );
}
