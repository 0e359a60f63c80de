import { FileDown } from 'lucide-react';
import { useGetMySubscriptionQuery, useListInvoicesQuery } from '../../shared/api/billing-api.ts';
import { useDownload } from '../../shared/api/use-download.ts';
import { formatBytes, formatDate, formatMoney } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

/** What this month used, and until when the plan is paid. */
export function UsageCard() {
  const { data, error, isLoading, refetch } = useGetMySubscriptionQuery();
  const used = data?.bandwidth.used_bytes ?? 0;
  const included = data?.bandwidth.included_bytes ?? null;
  const until = data?.status === 'trial' ? data.trial_ends_at : data?.paid_until;
  return (
    <Card>
      <CardHeader
        title="Usage this month"
        description="Traffic beyond the plan is never cut; we tell you before it gets close."
        action={
          data &&
          data.status !== 'free' && <Badge className="capitalize">{data.status.replace('_', ' ')}</Badge>
        }
      />
      <CardBody>
        {isLoading && <Skeleton className="h-10" />}
        {error && <ErrorState message={messageOf(error, 'Failed to load usage')} onRetry={refetch} />}
        {data && (
          <>
            <p className="flex justify-between text-sm">
              <span className="text-ink-muted">Bandwidth</span>
              <span className="tabular font-[600]">
                {formatBytes(used)} of {included === null ? 'unlimited' : formatBytes(included)}
              </span>
            </p>
            {included !== null && (
              <progress
                aria-label="Bandwidth used"
                max={included}
                value={used}
                className="meter mt-2 w-full"
              />
            )}
            {until && (
              <p className="mt-3 text-sm text-ink-muted">
                {data.status === 'trial' ? 'Trial ends' : 'Paid until'} {formatDate(until)}.
              </p>
            )}
          </>
        )}
      </CardBody>
    </Card>
  );
}

export function InvoicesCard() {
  const { data } = useListInvoicesQuery();
  const { download, busy } = useDownload();
  if (!data || data.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Invoices" />
      <CardBody>
        <ul className="divide-y divide-line">
          {data.map((invoice) => (
            <li key={invoice.id} className="flex items-center gap-x-4 py-1.5 text-sm">
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
                <span className="font-mono text-[0.8125rem] whitespace-nowrap">{invoice.number}</span>
                <span className="text-ink-muted">
                  {invoice.description} · {formatDate(invoice.issued_at)}
                </span>
              </span>
              <span className="tabular font-[600]">{formatMoney(invoice.amount)}</span>
              <Button
                size="icon"
                variant="ghost"
                className="-mr-2"
                disabled={busy}
                aria-label={`Download ${invoice.number}`}
                icon={<FileDown className="size-4" />}
                onClick={() =>
                  download(
                    `/api/invoices/${invoice.id}/pdf`,
                    `${invoice.number}.pdf`,
                    'Failed to download the invoice',
                  )
                }
              />
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
