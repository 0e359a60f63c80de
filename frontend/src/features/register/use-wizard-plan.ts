import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PlanView } from '../../entities/plan/plan-features.ts';
import { readDraft } from '../../entities/session/account-draft.ts';

/** The plan that the address names, or the one that was chosen before the wizard was left: to log in, say. */
export function useWizardPlan(plans: readonly PlanView[]) {
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get('plan');
  // The static page knows of no choice; so it is read once the page runs.
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => setKept(readDraft().plan), []);
  // A link may name the plan by slug or by id.
  const plan = plans.find(({ slug, id }) =>
    wanted === null ? slug === kept : slug === wanted || String(id) === wanted,
  );
  const choosePlan = useCallback(
    (slug: string) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          next.set('plan', slug);
          next.set('step', 'plan');
          return next;
        },
        { replace: true },
      ),
    [setParameters],
  );
  return { plan, wanted, choosePlan };
}
