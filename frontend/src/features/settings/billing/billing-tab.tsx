import { useListMyOrdersQuery } from '../../../entities/plan/billing-api.ts';
import { useUser } from '../../../entities/session/use-session.ts';
import { cn } from '../../../shared/lib/cn.ts';
import { CurrentPlan } from './current-plan.tsx';
import { DangerZone } from './danger-zone.tsx';
import { InvoicesCard } from './invoices-card.tsx';
import { MoneyBackCard } from './money-back-card.tsx';
import { OrderHistory } from './order-history.tsx';
import { SubscriptionManagement } from './subscription-management.tsx';
import { UsageCard } from './usage-card.tsx';
import { useOrderWithinGuarantee } from './use-money-back.ts';
import { WaitingPaymentCard } from './waiting-payment-card.tsx';

const column = 'grid grid-cols-[minmax(0,1fr)] gap-5';

export function BillingTab() {
  const user = useUser();
  const order = useOrderWithinGuarantee();
  const waiting = useListMyOrdersQuery().data?.orders.filter(({ awaits_consent }) => awaits_consent) ?? [];
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] items-start gap-5 2xl:max-w-none 2xl:grid-cols-[repeat(2,minmax(0,1fr))] 2xl:grid-rows-[auto_1fr]">
      <div className={column}>
        {waiting.map((payment) => (
          <WaitingPaymentCard key={payment.id} order={payment} />
        ))}
        <CurrentPlan />
        <UsageCard />
      </div>
      <div className={cn(column, '2xl:col-start-2 2xl:row-span-2 2xl:row-start-1')}>
        <OrderHistory />
        <InvoicesCard />
      </div>
      <div className={column}>
        {user.plan !== 'free' && <SubscriptionManagement />}
        {order && <MoneyBackCard order={order} />}
        <DangerZone />
      </div>
    </div>
  );
}
