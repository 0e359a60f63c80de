import { useEffect } from 'react';
import type { CampaignStats, CampaignSummary } from '../../../shared/api/types.ts';
import { formatCount, formatPercent } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { useRetryUnknownMailsMutation, useShowCampaignStatsQuery } from '../api/admin-api.ts';
import { reasonInWords } from '../mails/mail-reasons.ts';

const POLL_WHILE_SENDING_MS = 2000;

export function CampaignStatsDialog({
  campaign,
  onClose,
}: {
  campaign: CampaignSummary;
  onClose: () => void;
}) {
  const { data, error, isLoading } = useShowCampaignStatsQuery(
    { id: campaign.id },
    {
      refetchOnMountOrArgChange: true,
      pollingInterval: campaign.status === 'sending' ? POLL_WHILE_SENDING_MS : 0,
    },
  );
  // Polled while sending, so the same error is shown once.
  const trouble = error ? messageOf(error, 'Failed to load stats') : null;
  useEffect(() => {
    if (trouble !== null) toast.error(trouble);
  }, [trouble]);

  const figures = [
    ['Sent', data?.emails_sent ?? campaign.emails_sent],
    ['Failed', data?.emails_failed ?? campaign.emails_failed],
    ['Recipients', data?.total_recipients ?? campaign.total_recipients],
  ] as const;
  const shares = [
    ['Progress', data?.progress_percent],
    ['Success rate', data?.success_rate_percent],
  ] as const;

  return (
    <Dialog open onClose={onClose} title="Campaign Stats" description={campaign.name}>
      <dl className="grid grid-cols-3 gap-3">
        {figures.map(([label, value]) => (
          <div key={label} className="rounded-md border border-line px-4 py-3">
            <dt className="text-xs text-ink-muted">{label}</dt>
            <dd className="tabular text-xl font-[640]">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 grid gap-4">
        {shares.map(([label, value]) => (
          <div key={label}>
            <p className="flex justify-between text-sm">
              <span>{label}</span>
              <span className="tabular font-[600]">{value === undefined ? '–' : formatPercent(value)}</span>
            </p>
            {isLoading ? (
              <Skeleton className="mt-1.5 h-2" />
            ) : (
              <progress aria-label={label} max={100} value={value ?? 0} className="meter mt-1.5 w-full" />
            )}
          </div>
        ))}
      </div>
      {data && data.emails_unknown > 0 && <UnknownMails id={campaign.id} count={data.emails_unknown} />}
      {data && <Counts title="Failures by reason" counts={data.failures_by_reason} />}
      {data && <Counts title="Left out when it began" counts={data.left_out} />}
    </Dialog>
  );
}

/** Sending again has to be chosen, since some may have arrived. */
function UnknownMails({ id, count }: { id: number; count: number }) {
  const [retry, { isLoading }] = useRetryUnknownMailsMutation();
  const mails = count === 1 ? '1 mail' : `${formatCount(count)} mails`;
  const sendAgain = () => {
    if (!window.confirm(`Send ${mails} again? Some recipients may get it twice.`)) return;
    attempt(retry({ id }).unwrap(), {
      success: `${mails} on the way again`,
      failure: 'Failed to send again',
    });
  };
  return (
    <Notice tone="warn" title={`Nobody knows whether ${mails} arrived`} className="mt-5">
      <p>The connection or the sending process was lost during delivery.</p>
      <Button size="sm" variant="secondary" busy={isLoading} onClick={sendAgain} className="mt-2">
        Send again
      </Button>
    </Notice>
  );
}

function Counts({ title, counts }: { title: string; counts: CampaignStats['failures_by_reason'] }) {
  const rows = Object.entries(counts).filter(([, count]) => count > 0);
  if (rows.length === 0) return null;
  return (
    <section className="mt-5">
      <h3 className="text-sm font-[600]">{title}</h3>
      <dl className="mt-2 grid gap-1.5 text-sm">
        {rows.map(([reason, count]) => (
          <div
            key={reason}
            className="flex justify-between gap-4 border-b border-line pb-1.5 last:border-b-0"
          >
            <dt className="text-ink-muted">{reasonInWords(reason)}</dt>
            <dd className="tabular">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
