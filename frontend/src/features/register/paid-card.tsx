import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import type { RegisterWizard } from './use-register-wizard.ts';

/** Paid as a guest, and signed in: there is nothing left to pay. */
export function PaidCard({ wizard }: { wizard: Pick<RegisterWizard, 'user' | 'busy' | 'takePayment'> }) {
  const { user, busy, takePayment } = wizard;
  return (
    <Card className="mx-auto max-w-lg p-6 sm:p-8">
      <h1 className="text-2xl">Your payment has arrived</h1>
      <p className="mt-1 text-sm text-ink-muted">
        Signed in as <strong className="font-[600] text-ink">{user?.email}</strong>. There is nothing else to
        pay.
      </p>
      <Button size="lg" block className="mt-6" busy={busy} onClick={takePayment}>
        Add it to this account
      </Button>
    </Card>
  );
}
