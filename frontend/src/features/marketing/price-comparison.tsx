import type { ReactNode } from 'react';
import { usePlanViews } from '../../entities/plan/use-plans.ts';
import { cn } from '../../shared/lib/cn.ts';
import { formatMoney } from '../../shared/lib/format.ts';
import { competitorPrices, OWN_PRICE } from './content/prices.ts';

export function PriceComparison() {
  const { plans } = usePlanViews();
  const own = plans.find(({ slug }) => slug === OWN_PRICE.plan);
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
      {/* The line stands while the price is on its way, so that nothing moves. */}
      <Price name={OWN_PRICE.name} note={OWN_PRICE.note} isOwn>
        {own ? `${formatMoney(own.price, own.currency)}/mo` : <span aria-hidden="true">&nbsp;</span>}
      </Price>
      {competitorPrices.map(({ name, price, note }) => (
        <Price key={name} name={name} note={note}>
          {price}
        </Price>
      ))}
    </ul>
  );
}

interface PriceProps {
  name: string;
  note: string;
  isOwn?: boolean;
  children: ReactNode;
}

function Price({ name, note, isOwn = false, children }: PriceProps) {
  return (
    <li
      className={cn(
        'rounded-lg border p-5',
        isOwn ? 'border-brand-text bg-brand-soft max-lg:sm:col-span-2' : 'border-line bg-surface',
      )}
    >
      <p className="text-sm font-[560]">{name}</p>
      <p className="tabular mt-2 text-3xl font-[660] tracking-[-0.035em]">{children}</p>
      <p className="mt-2 text-[0.8125rem] text-ink-muted">{note}</p>
    </li>
  );
}
