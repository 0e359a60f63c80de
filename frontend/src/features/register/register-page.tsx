import { Check } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { cn } from '../../shared/lib/cn.ts';
import { PageSpinner } from '../../shared/ui/spinner.tsx';
import { PlanStep } from './plan-step.tsx';
import { useRegisterWizard, type WizardStep } from './use-register-wizard.ts';

// The bare address opens on the plans, so they are there at once.
const AccountStep = lazy(() =>
  import('./account-step.tsx').then(({ AccountStep: Component }) => ({ default: Component })),
);
const AccountFormKeeper = lazy(() => import('./account-form-keeper.tsx'));
const PaymentStep = lazy(() =>
  import('./payment-step.tsx').then(({ PaymentStep: Component }) => ({ default: Component })),
);

const steps: readonly { number: WizardStep; label: string }[] = [
  { number: 1, label: 'Account' },
  { number: 2, label: 'Plan' },
  { number: 3, label: 'Payment' },
];

/** A step before the current one may not be done: strangers begin with the plans. */
function Stepper({ current, hasAccount }: { current: WizardStep; hasAccount: boolean }) {
  return (
    <ol aria-label="Progress" className="mx-auto mb-10 flex max-w-lg items-center">
      {steps.map(({ number, label }) => {
        const done = number < current && (number !== 1 || hasAccount);
        return (
          <li
            key={number}
            aria-current={number === current ? 'step' : undefined}
            className="flex items-center gap-2 not-first:flex-1 sm:gap-2.5 not-first:before:mx-2 not-first:before:h-px sm:not-first:before:mx-3 not-first:before:flex-1 not-first:before:bg-line-strong"
          >
            <span
              className={cn(
                'grid size-8 place-items-center rounded-full border text-sm font-[640]',
                done || number === current
                  ? 'border-brand bg-brand text-brand-ink'
                  : 'border-field-line text-ink-muted',
              )}
            >
              {done ? <Check role="img" aria-label="Completed" className="size-4" strokeWidth={3} /> : number}
            </span>
            <span className={cn('text-sm font-[560]', number !== current && 'text-ink-muted max-sm:sr-only')}>
              {label}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface FocusOnTitleProps {
  step: WizardStep;
  /** All that the step needs has come. */
  ready: boolean;
  box: RefObject<HTMLDivElement | null>;
}

/** Beside the step, so that it is there no sooner than the step is: one may be on its way still. Renders nothing. */
function FocusOnTitle({ step, ready, box }: FocusOnTitleProps) {
  const shown = useRef(step);
  // Another step is another page to who reads it: it starts at its title, wherever the last one was left.
  useEffect(() => {
    if (!ready || shown.current === step) return;
    shown.current = step;
    const title = box.current?.querySelector('h1');
    title?.setAttribute('tabindex', '-1');
    title?.focus();
  }, [step, ready, box]);
  return null;
}

export function RegisterPage() {
  const wizard = useRegisterWizard();
  const box = useRef<HTMLDivElement>(null);
  const { step, form, account, user } = wizard;
  // Account entries stay while the other steps are shown; a password only in this component.
  const [accountSeen, setAccountSeen] = useState(false);
  if (step === 1 && !accountSeen) setAccountSeen(true);
  const hasAccount = user !== null || (account.username !== '' && account.email !== '');
  return (
    <div
      ref={box}
      className="mx-auto max-w-7xl px-4 py-10 sm:px-6 sm:py-14 [&_h1]:scroll-mt-24 [&_h1]:outline-none"
    >
      <Stepper current={step} hasAccount={hasAccount} />
      {step === 2 && <PlanStep wizard={wizard} />}
      <Suspense fallback={<PageSpinner />}>
        {accountSeen && <AccountFormKeeper wizard={wizard} />}
        {step === 1 && form !== null && <AccountStep wizard={wizard} form={form} />}
        {step === 3 && <PaymentStep wizard={wizard} />}
        <FocusOnTitle step={step} ready={step !== 1 || form !== null} box={box} />
      </Suspense>
    </div>
  );
}
