import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { AccountFields } from '../../entities/session/account-fields.tsx';
import type { AccountForm } from '../../entities/session/account-form.ts';
import { Agreement } from '../../entities/session/agreement.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PaidCard } from './paid-card.tsx';
import type { RegisterWizard } from './use-register-wizard.ts';

export function AccountStep({ wizard, form }: { wizard: RegisterWizard; form: UseFormReturn<AccountForm> }) {
  const { submitAccount, busy, failure, plan, free, payAsGuest, hasPaid, loginLink, user, goTo } = wizard;
  // While the wizard is on its way from a new account to the payment, the form stays.
  if (user && hasPaid) return <PaidCard wizard={wizard} />;
  if (user && !busy) {
    return (
      <Card className="mx-auto max-w-lg p-6 sm:p-8">
        <h1 className="text-2xl">You have an account</h1>
        <p className="mt-1 text-sm text-ink-muted">
          Signed in as <strong className="font-[600] text-ink">{user.email}</strong>.
        </p>
        <Button size="lg" block className="mt-6" onClick={() => goTo(2)}>
          Continue to Plan Selection
        </Button>
      </Card>
    );
  }
  return (
    <Card className="mx-auto max-w-lg p-6 sm:p-8">
      <h1 className="text-2xl">Create Your Account</h1>
      <p className="mt-1 text-sm text-ink-muted">
        {plan ? (
          <>
            For the <strong className="font-[600] text-ink">{plan.name}</strong> plan.
          </>
        ) : (
          'A few details, then the plan.'
        )}
      </p>
      {hasPaid && (
        <Notice tone="ok" className="mt-4" title="Your payment has arrived">
          Use the email address you paid with: your receipt was sent there. There is nothing else to pay.
        </Notice>
      )}
      <form
        onSubmit={submitAccount}
        method="post"
        noValidate
        className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <AccountFields form={form} />
        <Button type="submit" size="lg" block busy={busy}>
          Continue to Plan Selection
        </Button>
        {plan && <p className="-mt-2 text-center text-[0.8125rem] text-ink-muted">{nextOf(free, hasPaid)}</p>}
        {payAsGuest && (
          <Button
            variant="ghost"
            block
            disabled={busy}
            onClick={payAsGuest}
            className="h-auto min-h-10 py-2 whitespace-normal"
          >
            Pay as a guest, create the account afterwards
          </Button>
        )}
        <Agreement />
      </form>
      <p className="mt-5 text-sm text-ink-muted">
        Already have an account?{' '}
        <Link to={loginLink} className="link">
          Log in
        </Link>
      </p>
    </Card>
  );
}

/** The button's action once a plan is chosen. */
function nextOf(free: boolean, hasPaid: boolean): string {
  if (hasPaid) return 'This creates your account with the plan you have paid for.';
  return free
    ? 'This creates your free account.'
    : 'This creates your account; its trial or payment comes next.';
}
