import { Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import {
  useGetOriginCertificatesQuery,
  useRemoveUploadedOriginCertificateMutation,
  useUploadOriginCertificateMutation,
} from '../../../../entities/domain/origin-certificates-api.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { attempt } from '../../../../shared/ui/attempt.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { PemUpload } from '../form/pem-upload.tsx';
import { dateOrNull, OriginCertificateFacts } from './origin-certificate-facts.tsx';

/** The owner's own certificate: what it is, and where another one is put in its place. */
export function UploadedOriginCertificate({ domainId }: { domainId: string }) {
  const [uploading, setUploading] = useState(false);
  const { data, error, isLoading, refetch } = useGetOriginCertificatesQuery({ id: domainId });
  const [upload] = useUploadOriginCertificateMutation();
  const [remove, removing] = useRemoveUploadedOriginCertificateMutation();
  if (error && !data)
    return <ErrorState message={messageOf(error, 'Failed to load the certificate')} onRetry={refetch} />;
  if (isLoading || !data) return <Skeleton className="h-24" />;
  const uploaded = data.certificates.find(({ source }) => source === 'uploaded');
  return (
    <>
      {uploaded ? (
        <div className="rounded-md border border-line p-4">
          <OriginCertificateFacts
            facts={[
              ['Subject', uploaded.subject || null],
              ['Issued by', uploaded.issuer],
              ['Valid until', dateOrNull(uploaded.not_after)],
              ['SHA-256', uploaded.fingerprint_sha256],
            ]}
          />
        </div>
      ) : (
        <p className="text-[0.8125rem] text-ink-muted">Upload the certificate first, then save.</p>
      )}
      {uploading ? (
        <PemUpload
          upload={(certificateUpload) => upload({ id: domainId, certificateUpload }).unwrap()}
          onDone={() => setUploading(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" icon={<Upload className="size-4" />} onClick={() => setUploading(true)}>
            {uploaded ? 'Replace the certificate' : 'Upload a certificate'}
          </Button>
          {uploaded && data.in_use !== 'uploaded' && (
            <Button
              variant="danger-quiet"
              icon={<Trash2 className="size-4" />}
              busy={removing.isLoading}
              onClick={() =>
                attempt(remove({ id: domainId }).unwrap(), {
                  success: 'Certificate removed',
                  failure: 'Failed to remove the certificate',
                })
              }
            >
              Remove it
            </Button>
          )}
        </div>
      )}
    </>
  );
}
