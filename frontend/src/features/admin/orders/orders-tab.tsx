import { useState } from 'react';
import { Link } from 'react-router-dom';
import { adminUserLink } from '../../../entities/page/paths.ts';
import type { AdminOrder } from '../../../shared/api/types.ts';
import { formatCount, formatDate, formatMoney } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Checkbox } from '../../../shared/ui/switch.tsx';
import { IN_TURN, nextOf, useKeysetPages } from '../../../shared/ui/use-keyset-pages.tsx';
import { useSort } from '../../../shared/ui/use-sort.ts';
import { useListOrdersQuery, useListUsersQuery, useRefundOrderMutation } from '../api/admin-api.ts';
import { foundRows, ListState } from '../lists/list-state.tsx';
import { SearchBox, useSearched } from '../lists/search-box.tsx';
import { isPartlyRefunded, orderNote, orderState } from './order-state.ts';

const PAGE = 50;
const FAILURE = 'Failed to refund the order';
/** Maximum number of accounts whose orders a search includes. */
const MAX_BUYERS = 50;
const SORTS = ['created_at', 'amount', 'status'] as const;
const NEWEST_FIRST = { by: 'created_at', order: 'desc' } as const;
const refundable = (order: AdminOrder) =>
  order.status === 'completed' && order.paid_at !== null && order.refunded_at === null;

/** All orders, sortable and searchable, with refunds. */
export function OrdersTab() {
  const search = useSearched('search');
  // Billing knows buyers by id; auth finds accounts by address or name.
  const isId = search === '' || /^[\dA-Z-]+$/.test(search);
  const buyers = useListUsersQuery({ search, pageSize: MAX_BUYERS }, { skip: isId });
  const userIds = isId ? '' : (buyers.currentData ?? []).map(({ id }) => id).join(',');
  const [{ by, order }, sortOf] = useSort(SORTS, NEWEST_FIRST);
  const { before, turned, foot } = useKeysetPages(JSON.stringify([search, by, order]), IN_TURN);
  const query = useListOrdersQuery(
    {
      after: before,
      limit: PAGE,
      sort: by,
      order,
      ...(search !== '' && { search }),
      ...(userIds !== '' && { userIds }),
    },
    // Waits for the buyers, so that the list does not change twice, and does not lack orders where they cannot be had.
    { skip: !isId && (buyers.isFetching || buyers.isError) },
  );
  const [refund, { isLoading }] = useRefundOrderMutation();
  const [confirming, setConfirming] = useState<AdminOrder | null>(null);
  const [beyond, setBeyond] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const total = query.data?.total ?? 0;
  const first = turned * PAGE + 1;

  const columns: readonly Column<AdminOrder>[] = [
    {
      header: 'Order',
      className: 'font-mono text-[0.8125rem] whitespace-nowrap',
      cell: ({ order_number }) => order_number,
    },
    {
      header: 'Plan',
      cell: ({ plan_slug, billing_period }) => (
        <>
          <p className="capitalize">{plan_slug}</p>
          <p className="text-[0.8125rem] text-ink-muted capitalize">{billing_period}</p>
        </>
      ),
    },
    {
      header: 'Buyer',
      className: 'max-w-56 truncate text-ink-muted',
      title: ({ buyer_email, user_id }) => buyer_email ?? user_id ?? '',
      cell: ({ buyer_email, user_id }) =>
        user_id === null || buyer_email === null ? (
          (buyer_email ?? user_id ?? 'Deleted account')
        ) : (
          <Link className="link inline-block min-h-6 min-w-6" to={adminUserLink(user_id)}>
            {buyer_email}
          </Link>
        ),
    },
    {
      header: 'Date',
      sort: sortOf('created_at'),
      className: 'whitespace-nowrap text-ink-muted',
      cell: ({ created_at }) => formatDate(created_at),
    },
    {
      header: 'Amount',
      atEnd: true,
      sort: sortOf('amount'),
      cell: (order) => (
        <>
          {formatMoney(order.amount, order.currency)}
          {isPartlyRefunded(order) && (
            <p className="mt-1 text-[0.8125rem] text-ink-muted">
              {formatMoney(order.refunded_amount, order.currency)} refunded
            </p>
          )}
        </>
      ),
    },
    {
      header: 'Status',
      sort: sortOf('status'),
      cell: (order) => {
        const { tone, label } = orderState(order);
        return (
          <>
            <Badge tone={tone}>{label}</Badge>
            <p className="mt-1 text-[0.8125rem] text-ink-muted empty:hidden">{orderNote(order)}</p>
          </>
        );
      },
    },
    {
      header: 'Actions',
      atEnd: true,
      cell: (order) =>
        refundable(order) && (
          <Button
            size="sm"
            variant="danger-quiet"
            aria-label={`Refund ${order.order_number}`}
            onClick={() => {
              setBeyond(false);
              setRefusal(null);
              setConfirming(order);
            }}
          >
            Refund
          </Button>
        ),
    },
  ];

  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Orders"
        description={query.data && `${formatCount(total)} ${total === 1 ? 'order' : 'orders'}`}
      />
      <SearchBox label="Search orders" placeholder="Number, buyer, or PayPal id" name="search" />
      <ListState
        query={buyers.isError ? { ...buyers, data: undefined } : query}
        found={foundRows(search, query.data?.orders)}
      >
        <DataTable
          label="Orders"
          className="md:min-w-[52rem]"
          stacked
          columns={columns}
          rows={query.data?.orders}
          keyOf={({ id }) => id}
          empty={search === '' ? 'No orders yet.' : 'No order fits.'}
        />
        {foot(
          nextOf(query.data?.orders, PAGE, ({ id }) => id),
          `${formatCount(first)}–${formatCount(Math.min(first + PAGE - 1, total))} of ${formatCount(total)}`,
        )}
      </ListState>
      {confirming && (
        <ConfirmDialog
          open
          title={`Refund ${confirming.order_number}?`}
          confirmLabel={`Refund ${formatMoney(confirming.amount - confirming.refunded_amount, confirming.currency)}`}
          busy={isLoading}
          onCancel={() => setConfirming(null)}
          onConfirm={async () => {
            const done = await attempt(
              refund({ id: confirming.id, orderRefund: { beyond_guarantee: beyond } }).unwrap(),
              {
                success: `${confirming.order_number} is refunded`,
                failure: FAILURE,
                refused: (error) => {
                  setRefusal(messageOf(error, FAILURE));
                  return true;
                },
              },
            );
            if (done) setConfirming(null);
          }}
        >
          <p>
            {confirming.buyer_email ?? 'The buyer'} gets{' '}
            {isPartlyRefunded(confirming) ? 'the rest of the payment' : 'the full amount'} back through
            PayPal, and the <span className="capitalize">{confirming.plan_slug}</span> plan that it paid for
            ends.
          </p>
          <Checkbox
            className="mt-4"
            label="Refund even if the 14-day guarantee is over"
            checked={beyond}
            onCheckedChange={setBeyond}
          />
          {refusal && (
            <Notice tone="danger" role="alert" className="mt-4">
              {refusal}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </Card>
  );
}
