import { Undo2 } from 'lucide-react';
import type { Bounce } from '../../../shared/api/types.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Table, Td } from '../../../shared/ui/table.tsx';
import { nextOf, useKeysetPages } from '../../../shared/ui/use-keyset-pages.tsx';
import { useListBouncesQuery } from '../api/admin-api.ts';
import { foundRows, ListState } from '../lists/list-state.tsx';
import { SearchBox, useSearched } from '../lists/search-box.tsx';

const PAGE = 50;
const tones: Record<Bounce['kind'], BadgeTone> = { hard: 'danger', soft: 'warn', complaint: 'danger' };

/** A deleted campaign has its number alone. */
const campaignOf = ({ campaign_id, campaign_name }: Bounce): string =>
  campaign_name ?? (campaign_id === null ? '–' : `Deleted campaign ${campaign_id}`);

/** Bounced mails with the remote server's answer. */
export function BouncesCard() {
  const search = useSearched('bounced');
  const { before, foot } = useKeysetPages(search);
  const query = useListBouncesQuery({
    limit: PAGE,
    ...(search !== '' && { search }),
    ...(before !== undefined && { before: Number(before) }),
  });
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Bounces and Complaints" description="What came back in the last 90 days" />
      <SearchBox label="Search bounces by address" name="bounced" />
      <ListState query={query} found={foundRows(search, query.data)}>
        {query.data?.length === 0 ? (
          <EmptyState icon={<Undo2 />} title={search === '' ? 'Nothing came back' : 'Nothing found'}>
            {search === '' ? 'Bounces and complaints appear here.' : 'No bounced address matches.'}
          </EmptyState>
        ) : (
          <Table
            label="Bounces"
            className="md:min-w-[44rem]"
            columns={['Time', 'Email', 'Kind', 'What was said', 'Campaign']}
          >
            <tbody>
              {query.data?.map((bounce) => (
                <tr key={bounce.id} className="last:[&>td]:border-b-0">
                  <Td className="whitespace-nowrap text-ink-muted">{formatDateTime(bounce.created_at)}</Td>
                  <Td className="min-w-40 wrap-anywhere">{bounce.email}</Td>
                  <Td>
                    <Badge tone={tones[bounce.kind]} className="capitalize">
                      {bounce.kind}
                    </Badge>
                  </Td>
                  <Td className="text-[0.8125rem] wrap-anywhere">{bounce.diagnostic}</Td>
                  <Td className="wrap-anywhere">{campaignOf(bounce)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {foot(nextOf(query.data, PAGE, ({ id }) => id))}
      </ListState>
    </Card>
  );
}
