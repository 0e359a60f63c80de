import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PlanView } from '../../entities/plan/plan-features.ts';
import { useSession } from '../../entities/session/use-session.ts';

export type WizardStep = 1 | 2 | 3;

const NAMES = { 1: 'account', 2: 'plan', 3: 'payment' } as const satisfies Record<WizardStep, string>;
const STEPS: readonly WizardStep[] = [1, 2, 3];

/**
 * The step is in the URL, each a history entry: Back leads to the previous one, and a reload stays. A URL without one
 * opens on the plans, or on the account where a plan is named.
 */
export function useWizardStep({ wanted, plan }: { wanted: string | null; plan: PlanView | undefined }) {
  const [parameters, setParameters] = useSearchParams();
  const { user, token } = useSession();
  const [arrivedSignedIn] = useState(token !== null);
  const named = STEPS.find((step) => NAMES[step] === parameters.get('step'));
  // Someone who comes signed in has an account: a link to a plan leads straight to its payment.
  const isStraightToPayment =
    arrivedSignedIn && user !== null && wanted !== null && plan !== undefined && plan.price > 0;
  const opensOn = wanted === null ? 2 : 1;
  const step = named ?? (isStraightToPayment ? 3 : opensOn);
  const goTo = useCallback(
    (next: WizardStep) => {
      if (next === step) return;
      setParameters((before) => {
        const changed = new URLSearchParams(before);
        changed.set('step', NAMES[next]);
        return changed;
      });
    },
    [setParameters, step],
  );
  return { step, goTo };
}
