import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PlanCard } from '../../../entities/plan/plan-card.tsx';
import { toPlanView } from '../../../entities/plan/plan-features.ts';
import type { AdminPlan } from '../../../shared/api/types.ts';
import { formatCount } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useDeletePlanMutation, useListAdminPlansQuery } from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { PlanDialog } from './plan-dialog.tsx';

const usersText = (count: number): string => (count === 1 ? '1 user' : `${formatCount(count)} users`);

type Open = { kind: 'none' } | { kind: 'add' } | { kind: 'edit' | 'delete'; plan: AdminPlan };

const waiting = (
  <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
    {[0, 1, 2, 3].map((card) => (
      <Card key={card} className="grid gap-4 p-5">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-10 w-32" />
        <Skeleton className="h-48" />
      </Card>
    ))}
  </div>
);

export function PlansTab() {
  const query = useListAdminPlansQuery();
  const [remove, removal] = useDeletePlanMutation();
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const close = () => setOpen({ kind: 'none' });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button
        className="justify-self-end"
        icon={<Plus className="size-4" />}
        onClick={() => setOpen({ kind: 'add' })}
      >
        Add Plan
      </Button>
      <ListState query={query} skeleton={waiting}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 xl:grid-cols-4">
          {query.data?.map((plan) => {
            // As visitors see them; the form shows the lines as written.
            const view = toPlanView({ ...plan, features: plan.rendered_features });
            return (
              <PlanCard
                heading="h2"
                key={plan.id}
                plan={view}
                lines={view.allFeatures}
                action={
                  <div className="flex flex-wrap items-center gap-1 border-t border-line pt-4">
                    <p className="basis-full text-xs text-ink-faint">
                      Slug: <code className="font-mono wrap-anywhere">{plan.slug}</code> ·{' '}
                      {usersText(plan.user_count)}
                    </p>
                    <Badge tone={plan.is_active === false ? 'neutral' : 'ok'}>
                      {plan.is_active === false ? 'Inactive' : 'Active'}
                    </Badge>
                    <Button
                      variant="ghost"
                      size="icon"
                      className="ml-auto shrink-0"
                      aria-label={`Edit ${plan.name}`}
                      icon={<Pencil className="size-4" />}
                      onClick={() => setOpen({ kind: 'edit', plan })}
                    />
                    <Button
                      variant="ghost"
                      size="icon"
                      className="-mr-2.5 shrink-0 text-danger-text"
                      aria-label={`Delete ${plan.name}`}
                      icon={<Trash2 className="size-4" />}
                      onClick={() => setOpen({ kind: 'delete', plan })}
                    />
                  </div>
                }
              />
            );
          })}
        </div>
      </ListState>
      {open.kind === 'add' && <PlanDialog currency={query.data?.[0]?.currency} onClose={close} />}
      {open.kind === 'edit' && <PlanDialog plan={open.plan} currency={open.plan.currency} onClose={close} />}
      {open.kind === 'delete' && (
        <ConfirmDialog
          open
          title={`Delete the ${open.plan.name} plan?`}
          confirmLabel="Delete plan"
          confirmDisabled={open.plan.user_count > 0}
          busy={removal.isLoading}
          onCancel={close}
          onConfirm={async () => {
            const done = await attempt(remove({ id: open.plan.id }).unwrap(), {
              success: 'Plan deleted successfully!',
              failure: 'Failed to delete plan',
            });
            if (done) close();
          }}
        >
          {open.plan.user_count > 0
            ? `${usersText(open.plan.user_count)} on this plan. To stop offering it, edit it and untick “Active”.`
            : 'It is removed for good and can no longer be bought.'}
        </ConfirmDialog>
      )}
    </div>
  );
}
