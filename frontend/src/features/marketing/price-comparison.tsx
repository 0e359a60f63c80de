import { cn } from '../../shared/lib/cn.ts';
import { competitorPrices } from './content/prices.ts';

export function PriceComparison() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {competitorPrices.map(({ name, price, note, own }) => (
        <li
          key={name}
          className={cn(
            'rounded-lg border p-5',
            own ? 'border-brand-text bg-brand-soft' : 'border-line bg-surface',
          )}
        >
          <p className="text-sm font-[560]">{name}</p>
          <p className="tabular mt-2 text-3xl font-[660] tracking-[-0.035em]">{price}</p>
          <p className="mt-2 text-[0.8125rem] text-ink-muted">{note}</p>
        </li>
      ))}
    </ul>
  );
}
