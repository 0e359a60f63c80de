import { Link } from 'react-router-dom';
import { formatDateTime, formatRelative } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Country } from '../../shared/ui/country.tsx';
import type { Column } from '../../shared/ui/data-table.tsx';

/** Columns that every short table of requests has. */
export const timeColumn: Column<{ timestamp: string }> = {
  header: 'Time',
  className: 'whitespace-nowrap text-ink-muted',
  title: ({ timestamp }) => formatDateTime(timestamp),
  cell: ({ timestamp }) => formatRelative(timestamp),
};

export const actionColumn: Column<{ status: string }> = {
  header: 'Action',
  cell: ({ status }) => (
    <Badge tone={status === 'blocked' ? 'danger' : 'ok'}>
      {status === 'blocked' ? 'Blocked' : 'Allowed'}
    </Badge>
  ),
};

/** @param linkOf where all requests of that country are */
export const countryColumn = <Row,>(
  codeOf: (row: Row) => string | null,
  linkOf: (row: Row) => string,
): Column<Row> => ({
  header: 'Country',
  wideOnly: true,
  cell: (row) => (
    <Link to={linkOf(row)} className="filter-link">
      <Country code={codeOf(row)} />
    </Link>
  ),
});
