import { CreditCard, Landmark, Wallet } from 'lucide-react';
import { cn } from '../../shared/lib/cn.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

const methods = [
  { value: 'card', label: 'Credit Card', Icon: CreditCard, available: false },
  { value: 'paypal', label: 'PayPal', Icon: Wallet, available: true },
  { value: 'bank', label: 'Bank Transfer', Icon: Landmark, available: false },
] as const;

/** PayPal is the only way to pay for now; the others say that they are not. */
export function PaymentMethods({ notice }: { notice?: string }) {
  return (
    <fieldset>
      <legend className="mb-2 text-[0.8125rem] font-[560]">Payment method</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {methods.map(({ value, label, Icon, available }) => (
          <label
            key={value}
            className={cn(
              'relative flex min-h-14 flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md border px-3 py-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-brand-text',
              available
                ? 'border-brand-text bg-brand-soft font-[560]'
                : 'cursor-not-allowed border-line bg-sunken text-ink-faint',
            )}
          >
            <input
              type="radio"
              name="payment-method"
              value={value}
              checked={available}
              disabled={!available}
              readOnly
              className="sr-only"
            />
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            <span className="min-w-0">{label}</span>
            {!available && (
              <span className="sm:basis-full">
                <Badge className="h-5 px-1.5 text-2xs">Unavailable</Badge>
              </span>
            )}
          </label>
        ))}
      </div>
      <Notice tone="info" className="mt-3">
        {notice ?? 'For now we accept payments by PayPal only. Other payment methods will follow.'}
      </Notice>
    </fieldset>
  );
}
