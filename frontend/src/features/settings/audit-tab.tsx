import { Link } from 'react-router-dom';
import { type AccountAuditEntry, ownEntryText } from '../../entities/audit/audit-words.ts';
import { useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import { siteLink } from '../../entities/domain/site-link.ts';
import { formatDateTime } from '../../shared/lib/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card, CardHeader } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { useKeysetPages } from '../../shared/ui/use-keyset-pages.tsx';
import { useListAccountAuditQuery } from './settings-api.ts';

/** Every change in the account, newest first. */
export function AuditTab() {
  const { before, foot } = useKeysetPages();
  const query = useListAccountAuditQuery(before === undefined ? {} : { before }, {
    refetchOnMountOrArgChange: true,
  });
  const { data: domains } = useListDomainsQuery();
  const nameOf = new Map(domains?.map(({ id, domain_name }) => [id, domain_name]));
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Audit Log"
        description="What was changed in your account and on your sites, by you, your API keys and administrators"
      />
      <QueryState query={query} failure="Failed to load the audit log">
        <ul aria-label="Audit log" className="divide-y divide-line px-5 pb-2">
          {query.data?.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} domainName={nameOf.get(entry.target_id)} />
          ))}
        </ul>
        {query.data?.entries.length === 0 && (
          <EmptyState title="Nothing recorded yet">
            What you change from now on stands here: domains, configurations, lists, keys.
          </EmptyState>
        )}
        {foot(query.data?.next ?? null)}
      </QueryState>
    </Card>
  );
}

/** The history of a site has what exactly was changed, and the way back. */
function Entry({ entry, domainName }: { entry: AccountAuditEntry; domainName: string | undefined }) {
  const hasVersions = entry.action.startsWith('policy.') && domainName !== undefined;
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="wrap-anywhere">
        {ownEntryText(entry, domainName)}
        {hasVersions && (
          <>
            {' · '}
            <Link className="link inline-flex min-h-6 items-center" to={siteLink(domainName, 'history')}>
              History
            </Link>
          </>
        )}
      </p>
      <p className="flex items-center gap-2 whitespace-nowrap text-ink-muted">
        {entry.by !== 'owner' && <Badge tone="warn">Not by you</Badge>}
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </p>
    </li>
  );
}
