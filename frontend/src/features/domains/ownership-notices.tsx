import { txtRecord, verificationRecord } from '../../entities/domain/domain-status.ts';
import { useAnswerOwnershipRequestMutation } from '../../entities/domain/domains-api.ts';
import type { Domain, OwnershipRequest } from '../../shared/api/types.ts';
import { formatDate } from '../../shared/lib/format.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { DnsRecord } from './dns/dns-record.tsx';

/** Warnings: a missing proof, and ownership requests of others. */
export function OwnershipNotices({ domain }: { domain: Domain }) {
  // Servers of the previous release do not send any.
  const requests = domain.ownership_requests ?? [];
  if (!domain.release_at && requests.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-3 px-5 pt-4">
      {domain.release_at && (
        <Notice tone="warn" title="We can no longer verify that this domain is yours">
          <p className="mb-2.5">
            Put this record back, or point a name of the site here. Otherwise we stop serving it on{' '}
            {formatDate(domain.release_at)}; its settings stay.
          </p>
          <DnsRecord record={verificationRecord(domain)} />
        </Notice>
      )}
      {requests.map((request) => (
        <RequestNotice key={`${request.id}-${request.role}`} domain={domain} request={request} />
      ))}
    </div>
  );
}

function RequestNotice({ domain, request }: { domain: Domain; request: OwnershipRequest }) {
  const until = formatDate(request.ends_at);
  if (request.role === 'claimant') {
    return request.kind === 'contest' ? (
      <Notice title="Your claim is being decided">
        The account that has {request.name} can show until {until} that it is theirs. Leave your TXT record as
        it is.
      </Notice>
    ) : (
      <Notice title={`The owner of ${request.held_name} has been asked`}>
        They can answer until {until}. We email you when they have answered.
      </Notice>
    );
  }
  if (request.kind === 'consent') return <ConsentNotice domain={domain} request={request} />;
  return (
    <Notice tone="danger" title="Another account claims this domain">
      <p className="mb-2.5">
        Somebody verified it with a TXT record. Add this record by {until}, and it stays yours. If you no
        longer own the domain, do nothing.
      </p>
      <DnsRecord record={txtRecord(domain.verification_txt)} />
    </Notice>
  );
}

function ConsentNotice({ domain, request }: { domain: Domain; request: OwnershipRequest }) {
  const [send, { isLoading }] = useAnswerOwnershipRequestMutation();
  const answer = async (word: 'accept' | 'refuse') => {
    try {
      await send({
        id: domain.id,
        requestId: request.id,
        ownershipAnswer: { answer: word },
      }).unwrap();
      toast.success(word === 'accept' ? `${request.name} may be added` : `${request.name} was refused`);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to send your answer'));
    }
  };
  return (
    <Notice tone="warn" title={`Another account asks for ${request.name}`}>
      <p>
        It is a subdomain of yours. If you accept, they manage it with their own settings, and it is no longer
        part of your site. If you do not know them, refuse. Please answer by {formatDate(request.ends_at)}:
        after that, a TXT record of theirs is sufficient.
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" busy={isLoading} onClick={() => answer('refuse')}>
          Refuse
        </Button>
        <Button size="sm" variant="ghost" disabled={isLoading} onClick={() => answer('accept')}>
          Accept
        </Button>
      </div>
    </Notice>
  );
}
