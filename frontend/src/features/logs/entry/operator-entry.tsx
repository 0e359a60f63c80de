import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { adminUserLink } from '../../../entities/page/paths.ts';
import { generatedAdminApi } from '../../../shared/api/admin-api.gen.ts';
import { useTimeZone } from '../../../shared/hooks/use-time-zone.ts';
import { messageOf, toProblem } from '../../../shared/lib/problem.ts';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { AttackDetails } from '../attack-details.tsx';

/** A request to a domain of any account, read-only for administrators; the audit log records it. */
export default function OperatorEntry({ id }: { id: string }) {
  const { zone } = useTimeZone();
  const { data, error, isLoading, refetch } = generatedAdminApi.useGetOperatorLogEntryQuery({
    requestId: id,
  });
  if (isLoading)
    return (
      <div role="status" aria-label="Loading" className="p-5">
        <Skeleton className="h-60" />
      </div>
    );
  if (!data)
    return toProblem(error).status === 404 ? (
      <EmptyState icon={<SearchX />} title="No customer has this request in their log">
        It may be older than their plan keeps it, or its domain was removed.
      </EmptyState>
    ) : (
      <ErrorState message={messageOf(error, 'Failed to load the log entry')} onRetry={refetch} />
    );
  return (
    <>
      <p className="border-b border-line px-5 py-3 text-sm">
        A request to <span className="font-mono wrap-anywhere">{data.entry.domain_name}</span>, which belongs
        to{' '}
        <Link className="link inline-flex min-h-6 items-center" to={adminUserLink(data.owner_id)}>
          another account
        </Link>
        . Your access is recorded in the audit log.
      </p>
      <AttackDetails log={data.entry} zone={zone} onFilter={null} onExclude={null} />
    </>
  );
}
