import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../shared/lib/cn.ts';
import { formatMoney } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import type { FeatureLine, PlanView } from './plan-features.ts';
import { TRIAL_DAYS } from './trial.ts';

export function FeatureList({ lines, className }: { lines: readonly FeatureLine[]; className?: string }) {
  return (
    <ul className={cn('grid gap-2 text-sm', className)}>
      {lines.map(({ text, included }) => (
        <li key={text} className={cn('flex gap-2.5', included ? 'text-ink' : 'text-ink-faint line-through')}>
          {included ? (
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok-text" />
          ) : (
            <Minus aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          )}
          <span className="min-w-0 wrap-anywhere">
            {!included && <span className="sr-only">Not included: </span>}
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface PlanCardProps {
  plan: PlanView;
  /** A banner over the card, such as 'Most Popular'. */
  banner?: string;
  highlighted?: boolean;
  lines?: readonly FeatureLine[];
  action: ReactNode;
  className?: string;
  /** Heading level of the card. */
  heading?: 'h2' | 'h3';
}

export function PlanCard({
  plan,
  banner,
  highlighted,
  lines = plan.cardFeatures,
  action,
  className,
  heading: Heading = 'h3',
}: PlanCardProps) {
  return (
    <article
      aria-label={`${plan.name} plan`}
      className={cn(
        'relative flex min-w-0 flex-col rounded-lg border bg-surface p-5 shadow-1 transition-[border-color,box-shadow]',
        highlighted ? 'border-brand-text shadow-2 ring-1 ring-brand-text' : 'border-line',
        className,
      )}
    >
      {banner && (
        <Badge tone="solid" className="absolute -top-3 left-5">
          {banner}
        </Badge>
      )}
      <Heading className="text-base wrap-anywhere">{plan.name}</Heading>
      <p className="mt-1 min-h-10 text-[0.8125rem] wrap-anywhere text-ink-muted">{plan.description}</p>
      <p className="mt-3 flex items-baseline gap-1">
        <span className="tabular text-[2rem] leading-none font-[660] tracking-[-0.035em]">
          {formatMoney(plan.price, plan.currency)}
        </span>
        <span className="text-sm text-ink-faint">/{plan.period}</span>
      </p>
      <p className="mt-1 min-h-5 text-[0.8125rem] text-ink-muted">
        {plan.price > 0 ? `${TRIAL_DAYS} days free, no card` : 'Free for as long as you like'}
      </p>
      <FeatureList lines={lines} className="mt-4 mb-6" />
      <div className="mt-auto">{action}</div>
    </article>
  );
}
