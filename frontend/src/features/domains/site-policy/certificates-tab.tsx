import { BadgeCheck, RotateCw, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import {
  useGetCertificatesQuery,
  useIssueCertificateMutation,
  useRemoveUploadedCertificateMutation,
  useRevokeCertificateMutation,
  useUploadCertificateMutation,
} from '../../../entities/domain/domains-api.ts';
import type { Certificate } from '../../../shared/api/types.ts';
import { usePollWhile } from '../../../shared/hooks/use-poll-while.ts';
import { cn } from '../../../shared/lib/cn.ts';
import { formatDate, formatDateTime } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { DnsRecord } from '../dns/dns-record.tsx';
import { PemUpload } from './form/pem-upload.tsx';

const POLL_MS = 5000;

const statuses: Record<Certificate['status'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'Being obtained', tone: 'info' },
  active: { label: 'Active', tone: 'ok' },
  renewing: { label: 'Renewing', tone: 'info' },
  failed: { label: 'Failed', tone: 'danger' },
  expired: { label: 'Expired', tone: 'danger' },
  revoked: { label: 'Revoked', tone: 'neutral' },
};

function CertificateFacts({ certificate }: { certificate: Certificate }) {
  const { label, tone } = statuses[certificate.status];
  const facts = [
    ['Names', certificate.names.join(', ')],
    ['Issued by', certificate.issuer],
    ['Valid until', certificate.not_after && formatDate(certificate.not_after)],
    ['Renewed from', certificate.renew_at && formatDate(certificate.renew_at)],
    ['SHA-256', certificate.fingerprint_sha256],
  ] as const;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-sm font-[600]">
          {certificate.source === 'automatic' ? 'Automatic certificate' : 'Your own certificate'}
        </span>
        <Badge tone={tone}>{label}</Badge>
        {certificate.in_use && <Badge tone="brand">In use</Badge>}
      </p>
      <dl className="mt-2 grid gap-x-4 gap-y-1 text-[0.8125rem] sm:grid-cols-[6.5rem_minmax(0,1fr)]">
        {facts
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <div key={term} className="contents">
              <dt className="text-ink-faint">{term}</dt>
              <dd className={term === 'Valid until' || term === 'Renewed from' ? '' : 'font-mono break-all'}>
                {value}
              </dd>
            </div>
          ))}
      </dl>
      {certificate.status === 'pending' && !certificate.last_error && (
        <p className="mt-2 text-[0.8125rem] text-ink-muted">
          This takes a minute once the names point at the edge. It appears here automatically.
        </p>
      )}
      {certificate.last_error && (
        <Notice tone="danger" role="alert" className="mt-3">
          {certificate.last_error.message}
          {certificate.next_attempt_at && ` Next attempt: ${formatDateTime(certificate.next_attempt_at)}.`}
        </Notice>
      )}
      {certificate.uncovered_hosts.length > 0 && (
        <Notice tone="warn" className="mt-3">
          Not covered: <span className="font-mono">{certificate.uncovered_hosts.join(', ')}</span>
        </Notice>
      )}
    </>
  );
}

function UploadFields({ domainId, onDone }: { domainId: string; onDone: () => void }) {
  const [upload] = useUploadCertificateMutation();
  return (
    <PemUpload
      upload={(certificateUpload) => upload({ id: domainId, certificateUpload }).unwrap()}
      onDone={onDone}
    />
  );
}

const issueLabel = (automatic: Certificate | undefined): string => {
  if (automatic === undefined) return 'Obtain a certificate';
  return automatic.status === 'failed' ? 'Try again now' : 'Renew now';
};

const isUnderWay = ({ status }: Certificate) => status === 'pending' || status === 'renewing';

/** The site's certificates: automatic, or the owner's own. */
export function CertificatesTab({ domainId }: { domainId: string }) {
  const [uploading, setUploading] = useState(false);
  const [confirming, setConfirming] = useState<'revoke' | 'remove' | null>(null);
  const [pollingInterval, tellAwaited] = usePollWhile(POLL_MS);
  const { data, error, isLoading, refetch } = useGetCertificatesQuery(
    { id: domainId },
    { refetchOnMountOrArgChange: true, pollingInterval },
  );
  const [issue, issuing] = useIssueCertificateMutation();
  const [revoke, revoking] = useRevokeCertificateMutation();
  const [removeUploaded, removing] = useRemoveUploadedCertificateMutation();
  tellAwaited(data?.certificates.some(isUnderWay) ?? false);

  if (error && !data)
    return <ErrorState message={messageOf(error, 'Failed to load certificates')} onRetry={refetch} />;
  if (isLoading || !data) return <Skeleton className="h-40" />;
  const automatic = data.certificates.find(({ source }) => source === 'automatic');
  const automaticBusy = automatic !== undefined && isUnderWay(automatic);
  const uploaded = data.certificates.find(({ source }) => source === 'uploaded');

  return (
    <div className="grid grid-cols-1 gap-4">
      {data.certificates.length === 0 && (
        <EmptyState icon={<BadgeCheck />} title="No certificate yet" className="py-8">
          {data.automatic_available
            ? 'One is issued automatically when the domain is verified and its traffic points at the edge.'
            : 'This installation does not issue certificates automatically. Upload your own.'}
        </EmptyState>
      )}
      {data.certificates.map((certificate) => (
        <article
          key={`${certificate.source}:${certificate.serial ?? 'next'}`}
          aria-label={certificate.source === 'automatic' ? 'Automatic certificate' : 'Your own certificate'}
          className="rounded-md border border-line p-4"
        >
          <CertificateFacts certificate={certificate} />
        </article>
      ))}
      {data.wildcard_record && (
        <div className="grid grid-cols-1 gap-2">
          <p className="text-[0.8125rem] text-ink-muted">
            For a certificate that covers all subdomains, add this record once:
          </p>
          <DnsRecord
            record={{
              type: data.wildcard_record.type,
              name: data.wildcard_record.name,
              target: data.wildcard_record.value,
            }}
          />
        </div>
      )}
      {uploading ? (
        <UploadFields domainId={domainId} onDone={() => setUploading(false)} />
      ) : (
        <div className={cn('flex flex-wrap gap-2', data.certificates.length === 0 && 'justify-center')}>
          {data.automatic_available && !automaticBusy && (
            <Button
              variant={automatic ? 'secondary' : 'primary'}
              icon={<RotateCw className="size-4" />}
              busy={issuing.isLoading}
              onClick={() =>
                attempt(issue({ id: domainId }).unwrap(), {
                  success: 'The certificate is being obtained',
                  failure: 'Failed to obtain a certificate',
                })
              }
            >
              {issueLabel(automatic)}
            </Button>
          )}
          <Button variant="secondary" icon={<Upload className="size-4" />} onClick={() => setUploading(true)}>
            {uploaded ? 'Replace your own' : 'Upload your own'}
          </Button>
          {uploaded && (
            <Button
              variant="danger-quiet"
              icon={<Trash2 className="size-4" />}
              onClick={() => setConfirming('remove')}
            >
              Remove your own
            </Button>
          )}
          {automatic?.status === 'active' && (
            <Button variant="danger-quiet" onClick={() => setConfirming('revoke')}>
              Revoke
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={confirming === 'revoke'}
        title="Revoke the certificate?"
        confirmLabel="Revoke certificate"
        busy={revoking.isLoading}
        onCancel={() => setConfirming(null)}
        onConfirm={async () => {
          const certificateRevocation = { reason: 'key_compromised' } as const;
          const done = await attempt(revoke({ id: domainId, certificateRevocation }).unwrap(), {
            success: 'Certificate revoked; a new one is being obtained',
            failure: 'Failed to revoke the certificate',
          });
          if (done) setConfirming(null);
        }}
      >
        Do this if its key may have leaked. Browsers reject it from then on; a new one is obtained
        immediately.
      </ConfirmDialog>
      <ConfirmDialog
        open={confirming === 'remove'}
        title="Remove your own certificate?"
        confirmLabel="Remove certificate"
        busy={removing.isLoading}
        onCancel={() => setConfirming(null)}
        onConfirm={async () => {
          const done = await attempt(removeUploaded({ id: domainId }).unwrap(), {
            success: 'Certificate removed',
            failure: 'Failed to remove the certificate',
          });
          if (done) setConfirming(null);
        }}
      >
        Its key is deleted. The automatic certificate is used again, if there is one.
      </ConfirmDialog>
    </div>
  );
}
