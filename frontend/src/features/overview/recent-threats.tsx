import { Link } from 'react-router-dom';
import { actionColumn, countryColumn, timeColumn } from '../../entities/log/log-cells.tsx';
import { countryFilter, logLink } from '../../entities/log/log-filters.ts';
import type { DashboardStats } from '../../shared/api/types.ts';
import { type Column, DataTable } from '../../shared/ui/data-table.tsx';

type Threat = DashboardStats['recent_logs'][number];

const MAX_ROWS = 10;
/** Each value leads to the blocked requests that share it. */
const blocked = (filter: Parameters<typeof logLink>[0]) => logLink({ status: 'blocked', ...filter });

const columns: readonly Column<Threat>[] = [
  timeColumn,
  {
    header: 'Threat Type',
    className: 'font-[560]',
    cell: ({ attack_type, ip_address }) => (
      <>
        <Link to={blocked({ threat: attack_type })} className="filter-link">
          {attack_type}
        </Link>
        {/* On phones in the same cell, so that ten threats are one screen. */}
        <Link
          to={blocked({ address: ip_address })}
          className="filter-link block font-mono text-xs font-normal break-all sm:hidden"
        >
          {ip_address}
        </Link>
      </>
    ),
  },
  {
    header: 'IP Address',
    wideOnly: true,
    className: 'font-mono text-[0.8125rem]',
    cell: ({ ip_address }) => (
      <Link to={blocked({ address: ip_address })} className="filter-link">
        {ip_address}
      </Link>
    ),
  },
  countryColumn(
    ({ country }) => country,
    ({ country }) => blocked({ country: countryFilter(country) }),
  ),
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
