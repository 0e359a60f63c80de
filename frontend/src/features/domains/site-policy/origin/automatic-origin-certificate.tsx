import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  useGetOriginCertificatesQuery,
  usePrepareOriginAuthorityMutation,
  useSwitchOriginAuthorityMutation,
} from '../../../../entities/domain/origin-certificates-api.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { attempt } from '../../../../shared/ui/attempt.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { CopyButton } from '../../../../shared/ui/copy-button.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { dateOrNull, OriginCertificateFacts } from './origin-certificate-facts.tsx';
import { SERVER_SNIPPETS } from './server-snippets.ts';

/** The authority that the site's servers have to trust, and how they are told. */
export function AutomaticOriginCertificate({ domainId }: { domainId: string }) {
  const { data, error, isLoading, refetch } = useGetOriginCertificatesQuery({ id: domainId });
  if (error && !data)
    return <ErrorState message={messageOf(error, 'Failed to load the certificate')} onRetry={refetch} />;
  if (isLoading || !data) return <Skeleton className="h-24" />;
  const { authority, next_authority: next, certificates } = data;
  if (authority === null)
    return (
      <p className="text-[0.8125rem] text-ink-muted">
        Save to create the authority. Nothing changes for your server until you make it ask for the
        certificate.
      </p>
    );
  const certificate = certificates.find(({ source }) => source === 'automatic');
  return (
    <>
      <div className="grid grid-cols-1 gap-3 rounded-md border border-line p-4">
        <OriginCertificateFacts
          facts={[
            ['Authority until', dateOrNull(authority.not_after)],
            ['SHA-256', authority.fingerprint_sha256],
            ['Certificate until', dateOrNull(certificate?.not_after)],
            ['Renewed from', dateOrNull(certificate?.renew_at)],
          ]}
        />
        <PemFile pem={authority.certificate_pem} name="palisade-origin-ca.pem">
          Download the authority’s certificate
        </PemFile>
      </div>
      <details>
        <summary className="min-h-6 cursor-pointer text-sm font-medium">Set up your server</summary>
        <p className="mt-2 text-[0.8125rem] text-ink-muted">
          Save first and wait until the change is in effect. Then copy the file to your server and let it
          require the certificate:
        </p>
        <ul className="mt-2 grid grid-cols-1 gap-3">
          {SERVER_SNIPPETS.map(({ server, where, text }) => (
            <li key={server} className="grid grid-cols-1 gap-1">
              <p className="text-[0.8125rem]">
                <span className="font-[600]">{server}</span> <span className="text-ink-muted">{where}</span>
              </p>
              <div className="flex items-start gap-2">
                <pre className="min-w-0 flex-1 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">
                  {text}
                </pre>
                <CopyButton value={text} label={`the settings for ${server}`} />
              </div>
            </li>
          ))}
        </ul>
      </details>
      <ReplaceAuthority domainId={domainId} next={next?.certificate_pem ?? null} />
    </>
  );
}

/** In two steps, so that servers trust both authorities in between and nobody is refused. */
function ReplaceAuthority({ domainId, next }: { domainId: string; next: string | null }) {
  const [confirming, setConfirming] = useState(false);
  const [prepare, preparing] = usePrepareOriginAuthorityMutation();
  const [change, changing] = useSwitchOriginAuthorityMutation();
  return (
    <details open={next !== null}>
      <summary className="min-h-6 cursor-pointer text-sm font-medium">Replace the authority</summary>
      <p className="mt-2 text-[0.8125rem] text-ink-muted">
        Needed only if its key may have leaked, or it expires. Create a new one, add it to the file on your
        server below the old one, and then switch.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {next === null ? (
          <Button
            variant="secondary"
            busy={preparing.isLoading}
            onClick={() =>
              attempt(prepare({ id: domainId }).unwrap(), {
                success: 'The new authority is created',
                failure: 'Failed to create a new authority',
              })
            }
          >
            Create a new authority
          </Button>
        ) : (
          <>
            <PemFile pem={next} name="palisade-origin-ca-next.pem">
              Download the new certificate
            </PemFile>
            <Button variant="secondary" onClick={() => setConfirming(true)}>
              Switch to the new authority
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={confirming}
        title="Switch to the new authority?"
        confirmLabel="Switch"
        busy={changing.isLoading}
        onCancel={() => setConfirming(false)}
        onConfirm={async () => {
          const done = await attempt(change({ id: domainId }).unwrap(), {
            success: 'The edge presents a certificate of the new authority',
            failure: 'Failed to switch to the new authority',
          });
          if (done) setConfirming(false);
        }}
      >
        Servers that trust only the old authority refuse the edge from then on. Afterwards, remove the old one
        from your server.
      </ConfirmDialog>
    </details>
  );
}

const PemFile = ({ pem, name, children }: { pem: string; name: string; children: string }) => (
  <a
    className="inline-flex min-h-9 items-center gap-2 text-sm font-[560] text-brand underline-offset-4 hover:underline"
    href={`data:application/x-pem-file;charset=utf-8,${encodeURIComponent(pem)}`}
    download={name}
  >
    <Download className="size-4" aria-hidden />
    {children}
  </a>
);
