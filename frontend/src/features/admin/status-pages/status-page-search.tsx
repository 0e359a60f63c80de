import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { useListStatusPagesQuery } from '../api/admin-api.ts';
import { ListState } from '../lists/list-state.tsx';
import { SearchBox, useSearched } from '../lists/search-box.tsx';
import { StatusPagesList } from './status-pages-list.tsx';

const MAX_SLUG = 60;

/** The slug at the end of a pasted address. */
const slugOf = (address: string): string =>
  (
    address
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1) ?? ''
  ).slice(0, MAX_SLUG);

/** Finds the status page that somebody complains about, by its address. */
export function StatusPageSearch() {
  const address = useSearched('page');
  const slug = slugOf(address);
  const query = useListStatusPagesQuery({ slug }, { skip: slug === '' });
  const pages = slug === '' ? undefined : query.data?.pages;
  return (
    <Card>
      <CardHeader title="Status Page" description="Find its owner, or take it offline" />
      <SearchBox label="Address of a status page" name="page" />
      {slug !== '' && (
        <CardBody>
          <ListState query={query}>
            {pages?.length === 0 ? (
              <p className="text-sm text-ink-muted">There is no status page at this address.</p>
            ) : (
              <StatusPagesList pages={pages ?? []} withOwner />
            )}
          </ListState>
        </CardBody>
      )}
    </Card>
  );
}
