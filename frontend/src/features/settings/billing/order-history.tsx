import { Link } from 'react-router-dom';
import { paymentOutcome } from '../../../entities/page/paths.ts';
import { useListMyOrdersQuery } from '../../../entities/plan/billing-api.ts';
import { formatDate, formatMoney } from '../../../shared/lib/format.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyLine } from '../../../shared/ui/empty-state.tsx';
import { useFirstRows } from '../../../shared/ui/first-rows.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { figures, Table, Td } from '../../../shared/ui/table.tsx';
import { useOrderedPlanName } from './use-ordered-plan-name.ts';

const tones: Record<string, BadgeTone> = {
  completed: 'ok',
  pending: 'warn',
  failed: 'danger',
  cancelled: 'neutral',
};

export function OrderHistory() {
  const query = useListMyOrdersQuery();
  const nameOf = useOrderedPlanName();
  const orders = query.data?.orders;
  const { shown, more } = useFirstRows(orders);
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Order History" />
      <QueryState query={query} failure="Failed to load order history">
        {orders?.length === 0 && <EmptyLine>No orders yet.</EmptyLine>}
        {shown.length > 0 && (
          <Table label="Orders" columns={['Order', 'Plan', 'Date', 'Billing', 'Status', figures('Amount')]}>
            <tbody>
              {shown.map((order) => (
                <tr key={order.id} className="last:[&>td]:border-b-0">
                  <Td className="font-mono text-[0.8125rem] whitespace-nowrap">
                    <Link className="link" to={paymentOutcome(order.id)}>
                      {order.order_number}
                    </Link>
                  </Td>
                  <Td>{nameOf(order)}</Td>
                  <Td className="whitespace-nowrap">{formatDate(order.created_at)}</Td>
                  <Td className="capitalize">{order.billing_period}</Td>
                  <Td>
                    <Badge tone={tones[order.status] ?? 'neutral'} className="capitalize">
                      {order.status}
                    </Badge>
                  </Td>
                  <Td atEnd>{formatMoney(order.amount, order.currency)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {more}
      </QueryState>
    </Card>
  );
}
