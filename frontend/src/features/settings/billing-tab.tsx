import { useState } from 'react';
import { useCancelSubscriptionMutation, useDeleteAccountMutation } from '../../shared/api/auth-api.ts';
import { useListMyOrdersQuery } from '../../shared/api/billing-api.ts';
import { useLater } from '../../shared/hooks/use-later.ts';
import { formatDate, formatMoney } from '../../shared/lib/format.ts';
import { paths } from '../../shared/lib/paths.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { storage, storageKeys } from '../../shared/lib/storage.ts';
import { ChangePlanButton } from '../../shared/plans/change-plan-button.tsx';
import { FeatureList } from '../../shared/plans/plan-card.tsx';
import { usePlanViews } from '../../shared/plans/use-plans.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { Badge, type BadgeTone } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Table, Td } from '../../shared/ui/table.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { InvoicesCard, UsageCard } from './usage-card.tsx';

const RELOAD_AFTER_MS = 1500;
const LEAVE_AFTER_MS = 2000;

const planNames: Record<number, string> = { 1: 'Free', 2: 'Starter', 3: 'Business', 4: 'Enterprise' };
const orderTones: Record<string, BadgeTone> = {
  completed: 'ok',
  pending: 'warn',
  failed: 'danger',
  cancelled: 'neutral',
};

function CurrentPlan() {
  const user = useUser();
  const { plans, isLoading } = usePlanViews();
  const plan = plans.find(({ slug }) => slug === user.plan);
  return (
    <Card>
      <CardHeader title="Current Plan" action={<ChangePlanButton />} />
      <CardBody>
        {isLoading && <Skeleton className="h-20 w-64" />}
        {plan && (
          <div className="grid gap-5 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <div>
              <p className="text-2xl font-[660] tracking-[-0.03em]">{plan.name}</p>
              <p className="text-sm text-ink-muted">{formatMoney(plan.price)} per month</p>
            </div>
            <FeatureList
              lines={plan.cardFeatures.filter(({ included }) => included)}
              className="sm:grid-cols-2"
            />
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function OrderHistory() {
  const { data: answer, isLoading, error, refetch } = useListMyOrdersQuery();
  const data = answer?.orders;
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Order History" />
      {error && <ErrorState message={messageOf(error, 'Failed to load order history')} onRetry={refetch} />}
      {isLoading && <Skeleton className="m-5 h-20" />}
      {data?.length === 0 && <p className="px-5 pb-6 text-sm text-ink-muted">No orders yet.</p>}
      {data && data.length > 0 && (
        <Table label="Orders" columns={['Order', 'Plan', 'Date', 'Billing', 'Amount', 'Status']}>
          <tbody>
            {data.map((order) => (
              <tr key={order.id} className="last:[&>td]:border-b-0">
                <Td className="font-mono text-[0.8125rem] whitespace-nowrap">{order.order_number}</Td>
                <Td>{planNames[order.plan_id] ?? `Plan ${order.plan_id}`}</Td>
                <Td className="whitespace-nowrap">{formatDate(order.created_at)}</Td>
                <Td className="capitalize">{order.billing_period}</Td>
                <Td className="tabular">{formatMoney(order.amount)}</Td>
                <Td>
                  <Badge tone={orderTones[order.status] ?? 'neutral'} className="capitalize">
                    {order.status}
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

function SubscriptionManagement() {
  const [asking, setAsking] = useState(false);
  const [cancel, { isLoading }] = useCancelSubscriptionMutation();
  const later = useLater();

  const confirm = async () => {
    try {
      await cancel().unwrap();
      setAsking(false);
      toast.success('Subscription cancelled successfully. Your account has been downgraded to Free plan.');
      later(RELOAD_AFTER_MS, () => window.location.reload());
    } catch (error) {
      toast.error(messageOf(error, 'Failed to cancel subscription'));
    }
  };

  return (
    <Card>
      <CardHeader
        title="Subscription Management"
        description="Cancelling moves your account to the Free plan at once. Settings beyond it stay stored and stop applying."
      />
      <CardBody>
        <Button variant="danger-quiet" onClick={() => setAsking(true)}>
          Cancel Subscription
        </Button>
      </CardBody>
      <ConfirmDialog
        open={asking}
        title="Cancel your subscription?"
        confirmLabel="Cancel Subscription"
        cancelLabel="Keep my plan"
        busy={isLoading}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        Your account is downgraded to the Free plan immediately. Your sites stay protected within its limits.
      </ConfirmDialog>
    </Card>
  );
}

function DangerZone() {
  const [asking, setAsking] = useState(false);
  const [remove, { isLoading }] = useDeleteAccountMutation();
  const later = useLater();

  const confirm = async () => {
    try {
      await remove().unwrap();
      setAsking(false);
      toast.success('Account deleted successfully. Redirecting...');
      // The page stays until the message has been read; a full reload then leaves nothing of the session behind.
      storage.remove(storageKeys.token);
      storage.remove(storageKeys.user);
      later(LEAVE_AFTER_MS, () => window.location.assign(paths.home));
    } catch (error) {
      toast.error(messageOf(error, 'Failed to delete account'));
    }
  };

  return (
    <Card className="border-danger-line">
      <CardHeader
        title={<span className="text-danger-text">Danger Zone</span>}
        description="Deleting your account cancels a paid subscription first and cannot be undone."
      />
      <CardBody>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete Account
        </Button>
      </CardBody>
      <ConfirmDialog
        open={asking}
        title="Delete your account?"
        confirmLabel="Delete Account"
        busy={isLoading}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        All domains, their configuration and logs are removed, and your sites lose their protection.
      </ConfirmDialog>
    </Card>
  );
}

export function BillingTab() {
  const user = useUser();
  return (
    <div className="grid gap-5">
      <CurrentPlan />
      <UsageCard />
      <OrderHistory />
      <InvoicesCard />
      {user.plan !== 'free' && <SubscriptionManagement />}
      <DangerZone />
    </div>
  );
}
