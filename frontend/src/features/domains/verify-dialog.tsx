import { CircleCheck } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useGetDomainDnsQuery, useVerifyDomainMutation } from '../../shared/api/domains-api.ts';
import type { DnsRecord as DnsRecordState, Domain } from '../../shared/api/types.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Badge, type BadgeTone } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { DnsRecord } from './dns-record.tsx';
import { verificationRecord } from './domain-status.ts';

/** How often the record is looked for while the dialog is open and its tab in front. */
const POLL_MS = 10_000;
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

const states: Record<DnsRecordState['state'], { label: string; tone: BadgeTone }> = {
  ok: { label: 'Found', tone: 'ok' },
  missing: { label: 'Not seen yet', tone: 'warn' },
  wrong: { label: 'Points elsewhere', tone: 'danger' },
  unreachable: { label: 'DNS does not answer', tone: 'danger' },
};

const purposes: Record<DnsRecordState['purpose'], string> = {
  ownership: 'Proof of ownership',
  traffic: 'Where visitors go',
};

function RecordState({ record }: { record: DnsRecordState }) {
  const { label, tone } = states[record.state];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 text-[0.8125rem]">
      <span className="w-36 font-[560]">{purposes[record.purpose]}</span>
      <Badge tone={tone}>{label}</Badge>
      <span className="min-w-0 text-ink-muted">{record.message}</span>
    </li>
  );
}

export function VerifyDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const [verify, { isLoading }] = useVerifyDomainMutation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { data: dns } = useGetDomainDnsQuery(
    { id: domain.id },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const owned = dns?.records.some(({ purpose, state }) => purpose === 'ownership' && state === 'ok') ?? false;

  const check = useCallback(async () => {
    setRefusal(null);
    try {
      const answer = await verify({ id: domain.id }).unwrap();
      if (answer.verified) {
        toast.success('Domain verified and activated!');
        onClose();
        return;
      }
      setRefusal(answer.message);
      toast.error(answer.message || RETRY_TEXT);
    } catch (error) {
      const message = messageOf(error, RETRY_TEXT);
      setRefusal(message);
      toast.error(message);
    }
  }, [verify, domain.id, onClose]);

  // As soon as the look-up sees the proof, nobody has to press anything.
  useEffect(() => {
    if (owned) check();
  }, [owned, check]);

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
          <Button busy={isLoading} onClick={check} icon={<CircleCheck className="size-4" />}>
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
          <div role="status" className="rounded-md border border-line">
            {dns ? (
              <ul className="divide-y divide-line">
                {dns.records.map((record) => (
                  <RecordState key={`${record.purpose}:${record.name}`} record={record} />
                ))}
              </ul>
            ) : (
              <p className="flex items-center gap-2 px-3 py-2.5 text-[0.8125rem] text-ink-muted">
                <Spinner className="size-4" /> Asking DNS…
              </p>
            )}
          </div>
          {refusal && <Notice tone="warn">{refusal}</Notice>}
        </Step>
      </ol>
    </Dialog>
  );
}
