import { Download } from 'lucide-react';
import { useDownload } from '../../../entities/session/use-download.ts';
import { useSearchState } from '../../../shared/hooks/use-search-state.ts';
import { formatCount, formatMoney } from '../../../shared/lib/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Select } from '../../../shared/ui/input.tsx';
import { figures, Table, Td } from '../../../shared/ui/table.tsx';
import { useGetRevenueQuery } from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { type MonthOfRevenue, monthName, monthsOf } from './revenue-view.ts';

const PERIODS = [
  { value: '3', label: 'Last 3 months' },
  { value: '12', label: 'Last 12 months' },
  { value: '24', label: 'Last 2 years' },
  { value: '120', label: 'Last 10 years' },
];
const DEFAULT = '12';

const money = (cents: number, currency: string) => formatMoney(cents / 100, currency);

function Month({ month }: { month: MonthOfRevenue }) {
  const { rows, total } = month;
  const name = `${monthName(month.month)}, ${month.currency}`;
  return (
    <tbody>
      <tr className="bg-sunken font-[560]">
        <Td>{name}</Td>
        <Td>All plans</Td>
        <Figures row={total} currency={month.currency} />
      </tr>
      {rows.map((row) => (
        <tr key={row.plan}>
          <Td>
            <span className="sr-only">{name}</span>
          </Td>
          <Td className="capitalize">{row.plan}</Td>
          <Figures row={row} currency={month.currency} />
        </tr>
      ))}
    </tbody>
  );
}

function Figures({ row, currency }: { row: MonthOfRevenue['total']; currency: string }) {
  return (
    <>
      <Td atEnd>{formatCount(row.orders)}</Td>
      <Td atEnd>{money(row.paid_cents, currency)}</Td>
      <Td atEnd>{formatCount(row.refunds)}</Td>
      <Td atEnd>{money(row.refunded_cents, currency)}</Td>
      <Td atEnd className={row.net_cents < 0 ? 'text-danger-text' : undefined}>
        {money(row.net_cents, currency)}
      </Td>
    </>
  );
}

/** Payments and refunds by month and plan. */
export function RevenueTab() {
  const [chosen, setChosen] = useSearchState('months', DEFAULT);
  const months = PERIODS.some(({ value }) => value === chosen) ? chosen : DEFAULT;
  const query = useGetRevenueQuery({ months: Number(months) });
  const { download, busy } = useDownload();
  const found = monthsOf(query.data?.rows ?? []);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Revenue"
        description="Based on orders: payments count in the month of payment, refunds in the month of refund. Months are in UTC."
      />
      <div className="flex flex-wrap items-center gap-3 px-5 pt-1 pb-4">
        <Select
          aria-label="Period"
          className="w-auto"
          value={months}
          onChange={(event) => setChosen(event.target.value)}
        >
          {PERIODS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Button
          variant="secondary"
          busy={busy}
          onClick={() =>
            download(
              `/api/admin/billing/revenue/export?months=${months}`,
              `revenue-${months}-months.csv`,
              'Failed to export the revenue',
            )
          }
        >
          <Download aria-hidden="true" className="size-4" />
          CSV
        </Button>
      </div>
      <ListState query={query}>
        {found.length === 0 ? (
          <EmptyState title="No payments or refunds in this period" />
        ) : (
          <Table
            label="Revenue by month and plan"
            className="md:min-w-[46rem]"
            columns={[
              ...['Month', 'Plan', figures('Orders'), figures('Paid'), figures('Refunds')],
              ...[figures('Refunded'), figures('Net')],
            ]}
          >
            {found.map((month) => (
              <Month key={`${month.month} ${month.currency}`} month={month} />
            ))}
          </Table>
        )}
      </ListState>
    </Card>
  );
}
