import { CircleAlert, CircleCheck, Hourglass, Undo2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { finishAccountLink, paths } from '../../entities/page/paths.ts';
import { type AfterPayment, readAfterPayment } from '../../entities/plan/after-payment.ts';
import { useGetOrderOutcomeQuery } from '../../entities/plan/billing-api.ts';
import { usePlanViews } from '../../entities/plan/use-plans.ts';
import { isWithinGuarantee } from '../../entities/plan/within-guarantee.ts';
import { forgetDraft } from '../../entities/session/account-draft.ts';
import { useSession } from '../../entities/session/use-session.ts';
import type { OrderOutcome } from '../../shared/api/openapi.gen.ts';
import { useLater } from '../../shared/hooks/use-later.ts';
import { usePollWhile } from '../../shared/hooks/use-poll-while.ts';
import { cn } from '../../shared/lib/cn.ts';
import { formatDate, formatMoney } from '../../shared/lib/format.ts';
import { toProblem } from '../../shared/lib/problem.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageSpinner } from '../../shared/ui/spinner.tsx';
import { outcomeWords } from './outcome-words.ts';

const MoneyBack = lazy(() => import('./money-back.tsx'));
const PayAgain = lazy(() => import('./pay-again.tsx'));

const TO_DASHBOARD_MS = 1500;
const RELOAD_AFTER_MS = 1500;
const BACK_TO_ACCOUNT_MS = 2000;
/** PayPal's decision is looked for this often. */
const FOLLOW_MS = 10_000;

const looks = {
  ok: { Icon: CircleCheck, className: 'border-ok-line bg-ok-soft text-ok-text' },
  info: { Icon: Hourglass, className: 'border-info-line bg-info-soft text-info-text' },
  refunded: { Icon: Undo2, className: 'border-info-line bg-info-soft text-info-text' },
  warn: { Icon: Undo2, className: 'border-warn-line bg-warn-soft text-warn-text' },
  danger: { Icon: CircleAlert, className: 'border-danger-line bg-danger-soft text-danger-text' },
} as const;

/** The state of an order, at a permanent URL. */
export function PaymentOutcomePage() {
  const [parameters] = useSearchParams();
  const id = parameters.get('order') ?? '';
  return (
    <div className="mx-auto max-w-2xl px-4 py-12 sm:px-6 sm:py-16">
      {id === '' ? <NoSuchOrder /> : <OrderById key={id} id={id} />}
    </div>
  );
}

function OrderById({ id }: { id: string }) {
  const after = useGoingOn(id);
  const [pollingInterval, tellAwaited] = usePollWhile(FOLLOW_MS);
  const { data, error, refetch } = useGetOrderOutcomeQuery(
    { id },
    { refetchOnMountOrArgChange: true, pollingInterval },
  );
  tellAwaited(data?.outcome === 'pending');
  if (data) return <OutcomeOf order={data} after={after} />;
  if (!error) return <PageSpinner />;
  const { status } = toProblem(error);
  if (status === 404 || status === 400) return <NoSuchOrder />;
  return (
    <Card>
      <ErrorState message="The order could not be loaded" onRetry={refetch} />
    </Card>
  );
}

/** A payment that has just arrived navigates on; one that is opened later does not. */
function useGoingOn(id: string): AfterPayment | null {
  const navigate = useNavigate();
  const location = useLocation();
  const later = useLater();
  const [after] = useState(() => readAfterPayment(location.state));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the payment that the page was opened for
  useEffect(() => {
    if (after?.paidAt === undefined) return;
    // A reload, or returning here, does not navigate.
    navigate(location.pathname + location.search, { replace: true, state: null });
    if (after.next !== 'account') forgetDraft();
    const passed = Date.now() - after.paidAt;
    const schedule = (ms: number, run: () => void) => later(Math.max(0, ms - passed), run);
    switch (after.next) {
      case 'dashboard':
        return schedule(TO_DASHBOARD_MS, () => navigate(paths.dashboard, { state: { paidOrder: id } }));
      case 'reload':
        return schedule(RELOAD_AFTER_MS, () => window.location.reload());
      case 'account':
        return schedule(BACK_TO_ACCOUNT_MS, () => navigate(finishAccountLink(after.plan)));
    }
  }, [after]);
  return after;
}

function OutcomeOf({ order, after }: { order: OrderOutcome; after: AfterPayment | null }) {
  const { user } = useSession();
  const { plans } = usePlanViews();
  const planName = plans.find(({ slug }) => slug === order.plan_slug)?.name ?? order.plan_slug;
  const { tone, title, happened, next, canPay } = outcomeWords(order, planName);
  const { Icon, className } = order.outcome === 'refunded' ? looks.refunded : looks[tone];
  return (
    <>
      {after?.heldBack && (
        <Notice tone="info" className="mb-6" title="One payment at a time">
          An earlier payment of yours is still under review, so no second one was started.
        </Notice>
      )}
      <Card className="p-6 sm:p-8">
        <div role="status">
          <span className={cn('grid size-11 place-items-center rounded-full border', className)}>
            <Icon aria-hidden="true" className="size-5" />
          </span>
          <h1 className="mt-4 text-2xl">{title}</h1>
          <p className="mt-2">{happened}</p>
          <p className="mt-1 text-ink-muted">{next}</p>
        </div>
        <Facts order={order} planName={planName} />
        <NextSteps order={order} />
      </Card>
      {user && isWithinGuarantee(order) && (
        <Suspense>
          <MoneyBack orderId={order.id} planName={planName} />
        </Suspense>
      )}
      {canPay && (
        <Suspense>
          <PayAgain
            order={order}
            planName={planName}
            next={after?.next === 'reload' ? 'reload' : 'dashboard'}
          />
        </Suspense>
      )}
    </>
  );
}

function Facts({ order, planName }: { order: OrderOutcome; planName: string }) {
  const facts: [string, ReactNode][] = [
    [
      'Order',
      <span key="number" className="font-mono text-[0.8125rem]">
        {order.order_number}
      </span>,
    ],
    ['Plan', `${planName}, ${order.billing_period}`],
    ['Amount', formatMoney(order.amount, order.currency)],
    order.paid_at ? ['Paid on', formatDate(order.paid_at)] : ['Ordered on', formatDate(order.created_at)],
  ];
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-3 border-y border-line py-4 text-sm sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="tabular text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function NextSteps({ order }: { order: OrderOutcome }) {
  const { user } = useSession();
  const { outcome, awaits_account: awaitsAccount } = order;
  const paid = outcome === 'paid';
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {paid && awaitsAccount && (
        <ButtonLink to={finishAccountLink(order.plan_slug)}>Finish your account</ButtonLink>
      )}
      {paid && !awaitsAccount && <ButtonLink to={`${paths.domains}?add`}>Add your domain</ButtonLink>}
      {user && (
        <ButtonLink variant="secondary" to={`${paths.settings}?tab=billing`}>
          Orders and invoices
        </ButtonLink>
      )}
      {!paid && outcome !== 'pending' && (
        <ButtonLink variant="secondary" to={paths.pricing}>
          See all plans
        </ButtonLink>
      )}
      {outcome === 'failed' && (
        <ButtonLink variant="ghost" to={paths.contact}>
          Write to us
        </ButtonLink>
      )}
    </div>
  );
}

function NoSuchOrder() {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  return (
    <Card className="p-6 sm:p-8">
      <h1 className="text-2xl">Order not found</h1>
      <p className="mt-2 text-ink-muted">Orders are visible only to their owner.</p>
      {user ? (
        <ButtonLink className="mt-6" to={`${paths.settings}?tab=billing`}>
          Orders and invoices
        </ButtonLink>
      ) : (
        <p className="mt-4">
          <Link className="link" to={`${paths.login}?redirect=${encodeURIComponent(pathname + search)}`}>
            Log in
          </Link>{' '}
          to see yours.
        </p>
      )}
    </Card>
  );
}
