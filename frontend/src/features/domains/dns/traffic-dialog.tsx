import { Link } from 'react-router-dom';
import { siteLink } from '../../../entities/domain/site-link.ts';
import type { DnsRecord as DnsRecordState, Domain } from '../../../shared/api/types.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { isApex } from './advice.ts';
import { DnsRecord } from './dns-record.tsx';
import { ProviderChoice, ProviderHint, useProvider } from './provider-guide.tsx';
import type { DnsProvider } from './providers.ts';
import { RecordList } from './record-list.tsx';
import { useDnsState } from './use-dns-state.ts';

/** The record to enter for one of the site's names; at an apex, the provider's alternative. */
function RecordToPoint({ record, provider }: { record: DnsRecordState; provider: DnsProvider }) {
  const apex = isApex(record.name);
  const type = apex ? provider.apexType : record.type;
  return (
    <div className="mt-1 grid grid-cols-1 gap-2">
      {type && <DnsRecord record={{ type, name: record.name, target: record.value }} provider={provider} />}
      {apex && (
        <p className="text-ink-muted">
          <strong className="font-[600] text-ink">A domain without www:</strong> DNS does not allow a plain
          CNAME here. {provider.apex}
        </p>
      )}
    </div>
  );
}

/** Last step: pointing a verified domain's names to the edge, each checked until it does. */
export function TrafficDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const dns = useDnsState(domain.id);
  const choice = useProvider(dns.data?.name_servers);
  const { provider } = choice;
  const records = dns.data?.records.filter(({ purpose }) => purpose === 'traffic') ?? [];
  const done = records.length > 0 && records.every(({ state }) => state === 'ok');
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Point your visitors at Palisade"
      description={<span className="font-mono wrap-anywhere">{domain.domain_name}</span>}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid grid-cols-1 gap-5">
        {done ? (
          <Notice tone="ok" title="All visitors come through Palisade" role="status">
            Leave these records as they are. If one of them ever points elsewhere, we notify you.
          </Notice>
        ) : (
          <>
            <p className="text-sm text-ink-muted">
              Replace the records of these names, whatever their current type. An hour before, lower their TTL
              (how long others remember them) to 5 minutes, so that the change, or undoing it, takes only
              minutes.
            </p>
            <p className="text-sm text-ink-muted">
              <strong className="font-[600] text-ink">Do you have a certificate yet?</strong> Until you do
              (usually minutes after the change), visitors over HTTPS see an error. To avoid it, open its{' '}
              <Link className="link" to={siteLink(domain.domain_name, 'certificates')}>
                certificates
              </Link>{' '}
              first: if it shows an _acme-challenge record, add it, or upload your existing certificate.
            </p>
            <ProviderChoice {...choice} />
            <ProviderHint provider={provider} />
          </>
        )}
        <RecordList
          dns={dns}
          purpose="traffic"
          more={(record) =>
            record.state === 'ok' || record.state === 'unreachable' ? null : (
              <RecordToPoint record={record} provider={provider} />
            )
          }
        />
      </div>
    </Dialog>
  );
}
