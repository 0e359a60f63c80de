import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { adminUserLink } from '../../../entities/page/paths.ts';
import { formatMoney, formatRelative } from '../../../shared/lib/format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyLine } from '../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useListUsersQuery } from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { orderLink, orderState } from '../orders/order-state.ts';
import { useAttentionPart } from './use-attention.ts';

const NEWEST_USERS = { pageSize: 5 };

const waiting = (
  <div className="grid gap-2 px-5 pb-5">
    {[0, 1, 2, 3, 4].map((row) => (
      <Skeleton key={row} className="h-11" />
    ))}
  </div>
);

function Line({
  title,
  about,
  end,
  note,
}: {
  title: ReactNode;
  about: ReactNode;
  end: ReactNode;
  note: ReactNode;
}) {
  return (
    <li className="flex items-center gap-4 border-t border-line px-5 py-2.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="truncate font-[560]">{title}</p>
        <p className="truncate text-[0.8125rem] text-ink-muted">{about}</p>
      </div>
      <div className="shrink-0 text-right">
        <p>{end}</p>
        <p className="tabular text-[0.8125rem] text-ink-muted">{note}</p>
      </div>
    </li>
  );
}

const All = ({ tab, children }: { tab: string; children: ReactNode }) => (
  <Link to={`?tab=${tab}`} className="link text-sm">
    {children}
  </Link>
);

export function NewestOrders() {
  const query = useAttentionPart('orders');
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Newest orders" action={<All tab="orders">All orders</All>} />
      <ListState query={query} skeleton={waiting}>
        {query.data?.orders.length === 0 && <EmptyLine>No orders yet.</EmptyLine>}
        <ul aria-label="Newest orders">
          {query.data?.orders.map((order) => {
            const { tone, label } = orderState(order);
            return (
              <Line
                key={order.id}
                title={
                  <Link
                    to={orderLink(order)}
                    className="link inline-block min-h-6 font-mono text-[0.8125rem]"
                  >
                    {order.order_number}
                  </Link>
                }
                about={
                  <>
                    <span className="capitalize">{order.plan_slug}</span>, {order.billing_period} ·{' '}
                    {formatRelative(order.created_at)}
                  </>
                }
                end={<Badge tone={tone}>{label}</Badge>}
                note={formatMoney(order.amount, order.currency)}
              />
            );
          })}
        </ul>
      </ListState>
    </Card>
  );
}

export function NewestUsers() {
  const query = useListUsersQuery(NEWEST_USERS, { refetchOnMountOrArgChange: true });
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Newest accounts" action={<All tab="users">All users</All>} />
      <ListState query={query} skeleton={waiting}>
        {query.data?.length === 0 && <EmptyLine>No accounts yet.</EmptyLine>}
        <ul aria-label="Newest accounts">
          {query.data?.map((user) => (
            <Line
              key={user.id}
              title={
                <Link to={adminUserLink(user.id)} className="link inline-block min-h-6 min-w-6">
                  <bdi>{user.full_name || user.username}</bdi>
                </Link>
              }
              about={user.email}
              end={<span className="capitalize">{user.plan}</span>}
              note={formatRelative(user.created_at)}
            />
          ))}
        </ul>
      </ListState>
    </Card>
  );
}
