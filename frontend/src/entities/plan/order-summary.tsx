import { BadgeCheck, LockKeyhole, RotateCcw, Zap } from 'lucide-react';
import { cn } from '../../shared/lib/cn.ts';
import { formatMoney } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { FeatureList } from './plan-card.tsx';
import { type PlanView, SUMMARY_FEATURES, yearlyPrice } from './plan-features.ts';

interface OrderSummaryProps {
  plan: PlanView;
  period: 'monthly' | 'yearly';
  /** Whether PayPal takes the next payments by itself; undefined while that is not known. */
  renews: boolean | undefined;
  /** Label of the price before discounts. */
  priceLabel?: string;
  /** Where it is shown. */
  className?: string;
}

const promises = [
  { Icon: RotateCcw, text: '14-day money-back guarantee' },
  { Icon: BadgeCheck, text: 'Cancel anytime' },
  { Icon: Zap, text: 'Instant activation' },
  { Icon: LockKeyhole, text: 'SSL security' },
] as const;

function Line({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={strong ? 'font-[600]' : 'text-ink-muted'}>{label}</dt>
      <dd className={strong ? 'tabular text-2xl font-[660] tracking-[-0.03em]' : 'tabular'}>{value}</dd>
    </div>
  );
}

/** The purchased plan and the amount due. For information only; the server computes the charge. */
export function OrderSummary({
  plan,
  period,
  renews,
  priceLabel = 'Subtotal',
  className,
}: OrderSummaryProps) {
  const included = plan.allFeatures.filter((line) => line.included);
  const more = included.length - SUMMARY_FEATURES;
  const yearly = yearlyPrice(plan.price);
  const money = (value: number) => formatMoney(value, plan.currency);
  return (
    <aside
      aria-label="Order Summary"
      className={cn('h-fit rounded-lg border border-line bg-sunken p-5', className)}
    >
      <h2 className="mb-3 text-[0.8125rem] font-[560] tracking-normal text-ink-muted">Order Summary</h2>
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 className="text-base">{plan.name}</h3>
          <p className="mt-0.5 text-[0.8125rem] text-ink-muted">{plan.description}</p>
        </div>
        <Badge tone={plan.popular ? 'brand' : 'neutral'}>{plan.popular ? 'Popular' : 'Standard'}</Badge>
      </div>
      <FeatureList lines={included.slice(0, SUMMARY_FEATURES)} className="mt-4" />
      {more > 0 && <p className="mt-2 pl-6.5 text-sm text-ink-faint">+ {more} more features</p>}
      <dl className="mt-5 grid gap-2 border-t border-line-strong pt-4 text-sm">
        <Line label={priceLabel} value={money(period === 'monthly' ? plan.price : yearly.subtotal)} />
        {period === 'yearly' && <Line label="Yearly discount (17%)" value={`−${money(yearly.discount)}`} />}
        <Line
          strong
          label="Total Due Today"
          value={money(period === 'monthly' ? plan.price : yearly.total)}
        />
      </dl>
      <p className="mt-2 text-[0.8125rem] text-ink-faint">
        {period === 'monthly' ? 'Billed monthly. Cancel anytime.' : 'Billed yearly. Cancel anytime.'}
      </p>
      {renews === false && (
        <p className="text-[0.8125rem] text-ink-faint">
          You pay each {period === 'monthly' ? 'month' : 'year'} yourself: nothing is renewed automatically.
        </p>
      )}
      <ul className="mt-4 grid grid-cols-1 gap-1.5 text-[0.8125rem] text-ink-muted">
        {promises.map(({ Icon, text }) => (
          <li key={text} className="flex items-center gap-2">
            <Icon aria-hidden="true" className="size-4 text-ok-text" />
            {text}
          </li>
        ))}
      </ul>
    </aside>
  );
}
