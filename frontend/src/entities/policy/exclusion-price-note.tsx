import type { ExclusionPrice } from '../../shared/api/types.ts';
import { formatCount } from '../../shared/lib/format.ts';
import type { ExclusionParts } from './exclusion-scope.ts';
import { type KnownPrices, keyOf } from './use-exclusion-prices.ts';

interface ExclusionPriceNoteProps {
  exclusions: readonly ExclusionParts[];
  prices: KnownPrices | null;
  isAsking: boolean;
  /** Said before anybody asked. */
  hint?: string;
}

/** The price of an exclusion in security: how many known attacks would additionally pass. */
export function ExclusionPriceNote({ exclusions, prices, isAsking, hint }: ExclusionPriceNoteProps) {
  const price = prices?.of.get(keyOf(exclusions));
  return (
    <div role="status" className="mt-1.5 min-h-5">
      {price && prices ? (
        <PriceText price={price} refused={prices.refused} />
      ) : isAsking ? (
        'Testing which attacks it would let through…'
      ) : (
        hint
      )}
    </div>
  );
}

function PriceText({ price, refused }: { price: ExclusionPrice; refused: number }) {
  if (refused === 0) return 'The rules block none of the attacks tested here, with or without it.';
  const tried = `${formatCount(refused)} attacks that the rules block here`;
  if (price.lets_through === 0) return `It would let through none of the ${tried}.`;
  const classes = price.by_class.map(
    ({ attack_class, lets_through }) => `${formatCount(lets_through)} ${attack_class}`,
  );
  return (
    <>
      <p>
        It would let through{' '}
        <strong className="tabular font-[640] text-ink">{formatCount(price.lets_through)}</strong> of the{' '}
        {tried}: {classes.join(', ')}.
      </p>
      <details className="mt-1">
        <summary className="inline-block min-h-6 cursor-pointer underline decoration-dotted underline-offset-4">
          Examples
        </summary>
        <ul className="mt-1 grid gap-1 font-mono text-xs">
          {price.examples.map((example) => (
            <li key={example} className="wrap-anywhere">
              {example}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
