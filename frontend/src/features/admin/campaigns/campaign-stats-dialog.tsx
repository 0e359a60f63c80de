import { useEffect } from 'react';
import { useLazyCampaignStatsQuery } from '../../../shared/api/admin-api.ts';
import type { Campaign } from '../../../shared/api/types.ts';
import { formatCount, formatPercent } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { toast } from '../../../shared/ui/toast.ts';

export function CampaignStatsDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const [load, { data, isFetching }] = useLazyCampaignStatsQuery();

  useEffect(() => {
    load(campaign.id)
      .unwrap()
      .catch((error: unknown) => toast.error(messageOf(error, 'Failed to load stats')));
  }, [load, campaign.id]);

  const figures = [
    ['Sent', formatCount(campaign.emails_sent)],
    ['Failed', formatCount(campaign.emails_failed)],
    ['Recipients', formatCount(campaign.total_recipients)],
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
            <dd className="tabular text-xl font-[640]">{value}</dd>
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
            {isFetching ? (
              <Skeleton className="mt-1.5 h-2" />
            ) : (
              <progress aria-label={label} max={100} value={value ?? 0} className="meter mt-1.5 w-full" />
            )}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
