import { type ReactNode, useState } from 'react';
import type { PlanChangePreview } from '../../shared/api/openapi.gen.ts';
import { formatCount, formatDate, formatMoney } from '../../shared/lib/format.ts';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Checkbox } from '../../shared/ui/switch.tsx';
import { useSession } from '../session/use-session.ts';
import { usePreviewPlanChangeQuery } from './billing-api.ts';

interface PlanChangeGateProps {
  /** Slug of the plan, or its id as a fallback. */
  planId: string | number;
  planName: string;
  billingPeriod: 'monthly' | 'yearly';
  /** How to pay. */
  children: ReactNode;
}

/** Says what a payment changes before it can be made, and asks for consent where less is had afterwards. */
export function PlanChangeGate({ children, ...choice }: PlanChangeGateProps) {
  const { user } = useSession();
  // A guest has no plan that could end.
  return user ? <MemberGate {...choice}>{children}</MemberGate> : children;
}

function MemberGate({ planId, planName, billingPeriod, children }: PlanChangeGateProps) {
  const [consented, setConsented] = useState(false);
  const { currentData, isError, refetch } = usePreviewPlanChangeQuery(
    { planId, billingPeriod },
    { refetchOnMountOrArgChange: true },
  );
  if (isError) {
    return <ErrorState message="The changes of this payment could not be loaded" onRetry={refetch} />;
  }
  if (!currentData) return <Skeleton className="h-24" />;
  return (
    <>
      <PlanChangeNotice preview={currentData} planName={planName} />
      {currentData.needs_consent && (
        <Checkbox label={consentOf(currentData)} checked={consented} onCheckedChange={setConsented} />
      )}
      {(consented || !currentData.needs_consent) && children}
    </>
  );
}

function PlanChangeNotice({ preview, planName }: { preview: PlanChangePreview; planName: string }) {
  if (!preview.replaces) return null;
  return (
    <Notice tone={preview.needs_consent ? 'warn' : 'info'} title="What this payment changes">
      <ul className="grid gap-1">
        {changesOf(preview, planName).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}

function consentOf({ change }: PlanChangePreview): string {
  return change === 'downgrade'
    ? 'I want to switch to the smaller plan now'
    : 'I understand that my plan will have an end date';
}

/** One sentence for each thing that changes. */
export function changesOf(preview: PlanChangePreview, planName: string): string[] {
  const { credit, currency, next_payment_at: next } = preview;
  const until = formatDate(preview.paid_until);
  const lines = [replacedText(preview, planName)];
  if (credit) {
    lines.push(
      `The unused ${formatMoney(credit.amount, currency)} is credited as ${formatCount(credit.days)} extra ${credit.days === 1 ? 'day' : 'days'} of ${planName}.`,
    );
  }
  lines.push(`${planName} is then paid for until ${until}.`);
  lines.push(
    next
      ? `PayPal charges ${formatMoney(preview.amount, currency)} again on ${formatDate(next)}, and so on until you cancel.`
      : 'It does not renew automatically.',
  );
  return lines;
}

function replacedText({ change, replaces }: PlanChangePreview, planName: string): string {
  if (replaces === null) return `${planName} begins as soon as you pay.`;
  const { name, is_trial: isTrial, ends_at: endsAt } = replaces;
  if (isTrial) return `Your ${name} trial ends as soon as you pay.`;
  if (endsAt === null)
    return `Your ${name} plan has no end date. ${planName} replaces it as soon as you pay.`;
  if (change === 'extension') return `The new period follows the one that you have paid for.`;
  return `${planName} replaces ${name} (paid until ${formatDate(endsAt)}) as soon as you pay.`;
}
