import { ArrowUpRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { useSession } from '../session/use-session.ts';

const UpgradePlanDialog = lazy(() => import('./upgrade-plan-dialog.tsx'));

/** 'Upgrade Plan' without a paid plan, 'Change Plan' on the middle ones, nothing at the top. */
export function ChangePlanButton({ block }: { block?: boolean }) {
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  const plan = user?.plan ?? 'free';
  if (plan === 'enterprise') return null;
  const paid = plan === 'starter' || plan === 'business';
  return (
    <>
      <Button
        variant={paid ? 'secondary' : 'primary'}
        size="sm"
        block={block}
        icon={<ArrowUpRight className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {paid ? 'Change Plan' : 'Upgrade Plan'}
      </Button>
      {open && (
        <Suspense>
          <UpgradePlanDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
