import { FEATURE_NAMES } from '@palisade/entitlements';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EntitlementsDto } from '../../shared/api/types.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { registerWithPlan } from '../page/paths.ts';
import { useSession } from '../session/use-session.ts';
import { cheapestPlan, featureFacts, type GatedFeature } from './gated-features.ts';
import { PlanCard } from './plan-card.tsx';
import { usePlanViews } from './use-plans.ts';

interface UpgradeRequiredDialogProps {
  feature: GatedFeature;
  onClose: () => void;
}

/** Says what a locked feature does, from which plan on it is included, and leads to that plan. */
export function UpgradeRequiredDialog({ feature, onClose }: UpgradeRequiredDialogProps) {
  const title = FEATURE_NAMES[feature];
  const { explanation, key } = featureFacts[feature];
  return (
    <PlanNeededDialog
      lack={
        <>
          <strong className="font-[600] text-ink">{title}</strong> is not part of your plan.
        </>
      }
      explanation={explanation}
      suffices={(entitlements) => entitlements[key]}
      onClose={onClose}
    />
  );
}

/** The plan's custom rules are used up: says which plan has more of them. */
export function MoreRulesDialog({ used, onClose }: { used: number; onClose: () => void }) {
  return (
    <PlanNeededDialog
      lack={
        <>
          All <strong className="font-[600] text-ink">{used} custom rules</strong> of your plan are in use.
        </>
      }
      explanation="Custom rules block, challenge, log or exempt requests by address, country, path, header and more. Remove one you no longer need, or choose a larger plan."
      suffices={({ max_custom_rules: most }) => most === null || most > used}
      onClose={onClose}
    />
  );
}

/** The plan's log streams are used up: says which plan has more of them. */
export function MoreStreamsDialog({ used, onClose }: { used: number; onClose: () => void }) {
  return (
    <PlanNeededDialog
      lack={
        used === 0 ? (
          <>
            <strong className="font-[600] text-ink">Log streams</strong> are not part of your plan.
          </>
        ) : (
          <>
            All <strong className="font-[600] text-ink">{used} log streams</strong> of your plan are in use.
          </>
        )
      }
      explanation="Log streams send your request logs to your own servers: over HTTP, to syslog, object storage or an OpenTelemetry collector."
      suffices={({ max_log_streams: most }) => most === null || most > used}
      onClose={onClose}
    />
  );
}

interface PlanNeededDialogProps {
  lack: ReactNode;
  explanation: string;
  /** Whether a plan has what is lacking. */
  suffices: (entitlements: EntitlementsDto) => boolean;
  onClose: () => void;
}

function PlanNeededDialog({ lack, explanation, suffices, onClose }: PlanNeededDialogProps) {
  const navigate = useNavigate();
  const { user } = useSession();
  const { data = [], plans, isLoading } = usePlanViews();
  const required = cheapestPlan(data, suffices);
  const current = plans.find(({ slug }) => slug === user?.plan);
  const paid = plans.filter(({ price }) => price > 0);

  const choose = (planId: number) => {
    onClose();
    navigate(registerWithPlan(planId));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title="Upgrade Required"
      description={lack}
      footer={
        <div className="flex w-full flex-wrap items-center justify-between gap-3">
          <p className="text-[0.8125rem] text-ink-faint">
            All plans include 14-day free trial • Cancel anytime
          </p>
          <Button variant="ghost" onClick={onClose}>
            Maybe Later
          </Button>
        </div>
      }
    >
      <div className="flex flex-wrap items-center gap-4 rounded-lg bg-brand-soft p-4">
        <span className="grid size-10 place-items-center rounded-md bg-brand text-brand-ink">
          <Lock aria-hidden="true" className="size-5" />
        </span>
        <p className="min-w-0 flex-1 basis-64 text-sm">{explanation}</p>
        <dl className="flex gap-6 text-sm">
          <div>
            <dt className="text-xs text-ink-muted">Current plan</dt>
            <dd className="font-[600]">{current?.name ?? 'Free'}</dd>
          </div>
          <div>
            <dt className="text-xs text-ink-muted">Minimum required plan</dt>
            <dd className="font-[600] text-brand-text">{required?.name ?? '–'}</dd>
          </div>
        </dl>
      </div>
      <div className="mt-6 grid gap-4 pt-2 md:grid-cols-3">
        {isLoading && [0, 1, 2].map((index) => <Skeleton key={index} className="h-80" />)}
        {paid.map((plan) => {
          const enough = suffices(plan.entitlements);
          const minimum = plan.slug === required?.slug;
          return (
            <PlanCard
              key={plan.id}
              plan={plan}
              banner={minimum ? 'Recommended' : undefined}
              highlighted={minimum}
              className={minimum ? 'max-md:order-first' : undefined}
              action={
                enough ? (
                  <Button block variant={minimum ? 'primary' : 'secondary'} onClick={() => choose(plan.id)}>
                    {minimum ? 'Upgrade Now' : 'Select Plan'}
                  </Button>
                ) : (
                  <Badge className="h-10 w-full justify-center rounded-md">Does not include this</Badge>
                )
              }
            />
          );
        })}
      </div>
    </Dialog>
  );
}
