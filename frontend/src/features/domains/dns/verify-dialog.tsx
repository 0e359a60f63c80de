import { CircleCheck } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { TXT_REASONS, txtRecord, verificationRecord } from '../../../entities/domain/domain-status.ts';
import { useVerifyDomainMutation } from '../../../entities/domain/domains-api.ts';
import type { Domain } from '../../../shared/api/types.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { DnsRecord } from './dns-record.tsx';
import { ProviderChoice, ProviderHint, useProvider } from './provider-guide.tsx';
import { RecordList } from './record-list.tsx';
import { useDnsState } from './use-dns-state.ts';

const RETRY_TEXT = 'Verification failed. Please try again.';

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 max-sm:grid-cols-1 max-sm:gap-y-3">
      <span className="grid size-7 place-items-center rounded-full bg-brand-soft text-[0.8125rem] font-[640] text-brand-text max-sm:hidden">
        {number}
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-3">
        <h3 className="pt-0.5 text-sm">
          <span className="text-brand-text sm:hidden">{number}. </span>
          {title}
        </h3>
        {children}
      </div>
    </li>
  );
}

/** Verification: one record, checked until it is there. */
export function VerifyDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const [verify, { isLoading }] = useVerifyDomainMutation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const dns = useDnsState(domain.id);
  const choice = useProvider(dns.data?.name_servers);
  const { provider } = choice;
  const proof = dns.data?.records.find(({ purpose }) => purpose === 'ownership');
  const owned = proof?.state === 'ok';
  // The DNS check knows earlier than the list of domains.
  const record = proof?.type === 'TXT' ? txtRecord(proof) : verificationRecord(domain);
  const isText = record.type === 'TXT';

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

  // Verifies automatically once the DNS check finds the record.
  useEffect(() => {
    if (owned) check();
  }, [owned, check]);

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Verification ${record.type} Record`}
      description={
        <>
          Prove that <span className="font-mono wrap-anywhere text-ink">{domain.domain_name}</span> is yours.
          Visitors are not affected.
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
      <ol className="grid grid-cols-1 gap-7">
        <Step number={1} title="Add this record at your DNS provider">
          {isText && (
            <Notice title="Why a TXT record?">{TXT_REASONS[domain.txt_reason ?? 'wildcard']}</Notice>
          )}
          <ProviderChoice {...choice} />
          <DnsRecord record={record} provider={provider} />
          {!isText && <ProviderHint provider={provider} />}
        </Step>
        <Step number={2} title="Wait for it to propagate, then verify">
          <p className="text-sm text-ink-muted">
            DNS changes usually take 5-10 minutes to propagate. As soon as we see the record, the domain is
            verified automatically; you can also close this and come back.
          </p>
          <RecordList dns={dns} purpose="ownership" />
          {refusal && refusal !== proof?.message && <Notice tone="warn">{refusal}</Notice>}
        </Step>
      </ol>
      <p className="mt-7 border-t border-line pt-4 text-[0.8125rem] text-ink-muted">
        <strong className="font-[600] text-ink">What happens next:</strong> the edge gets ready to serve your
        site. Your visitors still reach your server directly until you point the site's own records at the
        edge, which is also when its certificate is issued; the domain's card guides you.
      </p>
    </Dialog>
  );
}
