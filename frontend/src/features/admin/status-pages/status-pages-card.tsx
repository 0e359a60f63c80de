import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { useListStatusPagesQuery } from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { StatusPagesList } from './status-pages-list.tsx';

/** An account's public status pages. */
export function StatusPagesCard({ ownerId }: { ownerId: string }) {
  const query = useListStatusPagesQuery({ ownerId });
  const pages = query.data?.pages ?? [];
  return (
    <Card>
      <CardHeader title="Status Pages" description="Public status pages of the account’s sites" />
      <CardBody>
        <ListState query={query}>
          {pages.length === 0 ? (
            <p className="text-sm text-ink-muted">No status pages.</p>
          ) : (
            <StatusPagesList pages={pages} />
          )}
        </ListState>
      </CardBody>
    </Card>
  );
}
