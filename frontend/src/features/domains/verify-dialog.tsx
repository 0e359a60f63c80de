import { CircleCheck, Radar } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useVerifyDomainMutation } from '../../shared/api/domains-api.ts';
import type { Domain } from '../../shared/api/types.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { DnsRecord } from './dns-record.tsx';
import { verificationRecord } from './domain-status.ts';

/** How often the record is looked for while the dialog is open and its tab in front. */
const POLL_MS = 15_000;
const RETRY_TEXT = 'Verification failed. Please try again.';

const providerHints = [
  { name: 'Cloudflare', hint: 'DNS → Records → Add record. Set the proxy status to «DNS only».' },
  { name: 'GoDaddy', hint: 'My Products → DNS → Add. Enter the name without your domain at the end.' },
  { name: 'Namecheap', hint: 'Domain List → Manage → Advanced DNS → Add new record.' },
  { name: 'Route 53', hint: 'Hosted zones → your zone → Create record, simple routing.' },
  { name: 'Google Cloud DNS', hint: 'Zone details → Add standard; end the target with a dot.' },
] as const;

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
      <span className="grid size-7 place-items-center rounded-full bg-brand-soft text-[0.8125rem] font-[640] text-brand-text">
        {number}
      </span>
      <div className="grid gap-3">
        <h3 className="pt-0.5 text-sm">{title}</h3>
        {children}
      </div>
    </li>
  );
}

export function VerifyDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const [verify, { isLoading }] = useVerifyDomainMutation();
  const [lastAnswer, setLastAnswer] = useState<string | null>(null);
  const [verified, setVerified] = useState(domain.dns_verified);

  const check = useCallback(
    async (asked: boolean) => {
      try {
        const answer = await verify(domain.id).unwrap();
        if (answer.verified) {
          setVerified(true);
          toast.success('Domain verified and activated!');
          onClose();
          return;
        }
        setLastAnswer(answer.message);
        if (asked) toast.error(answer.message || RETRY_TEXT);
      } catch (error) {
        const message = messageOf(error, RETRY_TEXT);
        setLastAnswer(message);
        if (asked) toast.error(message);
      }
    },
    [verify, domain.id, onClose],
  );

  useEffect(() => {
    if (verified) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') check(false);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [check, verified]);

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Verification CNAME Record"
      description={
        <>
          Prove that <span className="font-mono text-ink">{domain.domain_name}</span> is yours.
        </>
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button busy={isLoading} onClick={() => check(true)} icon={<CircleCheck className="size-4" />}>
            {isLoading ? 'Verifying...' : 'Verify Now'}
          </Button>
        </>
      }
    >
      <ol className="grid gap-6">
        <Step number={1} title="Add this record at your DNS provider">
          <DnsRecord record={verificationRecord(domain)} />
          <details className="text-sm">
            <summary className="inline-flex min-h-6 items-center text-ink-muted hover:text-ink">
              Where do I find this at my provider?
            </summary>
            <dl className="mt-2 grid gap-2 rounded-md bg-sunken p-3 text-[0.8125rem]">
              {providerHints.map(({ name, hint }) => (
                <div key={name} className="grid gap-x-3 sm:grid-cols-[8.5rem_1fr]">
                  <dt className="font-[600]">{name}</dt>
                  <dd className="text-ink-muted">{hint}</dd>
                </div>
              ))}
            </dl>
          </details>
        </Step>
        <Step number={2} title="Wait for it to spread, then verify">
          <p className="text-sm text-ink-muted">
            DNS changes usually take 5-10 minutes to propagate. We look for the record by ourselves every{' '}
            {POLL_MS / 1000} seconds while this is open.
          </p>
          <div
            role="status"
            className="flex flex-wrap items-center gap-2 rounded-md border border-line px-3 py-2.5 text-[0.8125rem]"
          >
            <Badge tone="warn">
              {isLoading ? <Spinner className="size-3" /> : <Radar />} CNAME not seen yet
            </Badge>
            <span className="min-w-0 text-ink-muted">{lastAnswer ?? 'First look in a few seconds.'}</span>
          </div>
        </Step>
      </ol>
    </Dialog>
  );
}
