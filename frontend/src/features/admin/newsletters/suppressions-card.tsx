import { MailX } from 'lucide-react';
import type { Suppression } from '../../../shared/api/types.ts';
import { formatDate } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ACTIONS, Table, Td } from '../../../shared/ui/table.tsx';
import { nextOf, useKeysetPages } from '../../../shared/ui/use-keyset-pages.tsx';
import { useLiftSuppressionMutation, useListSuppressionsQuery } from '../api/admin-api.ts';
import { foundRows, ListState } from '../lists/list-state.tsx';
import { SearchBox, useSearched } from '../lists/search-box.tsx';

const PAGE = 50;
const tones: Record<Suppression['cause'], BadgeTone> = {
  unsubscribed: 'neutral',
  bounced: 'warn',
  complained: 'danger',
};

/** Addresses that get only mails about their account. */
export function SuppressionsCard() {
  const search = useSearched('suppressed');
  const { before, foot } = useKeysetPages(search);
  const query = useListSuppressionsQuery({
    limit: PAGE,
    ...(search !== '' && { search }),
    ...(before !== undefined && { before }),
  });
  const [lift] = useLiftSuppressionMutation();
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Suppression List" description="These addresses only get mail about their account." />
      <SearchBox label="Search suppressed addresses" name="suppressed" />
      <ListState query={query} found={foundRows(search, query.data)}>
        {query.data?.length === 0 ? (
          <EmptyState icon={<MailX />} title={search === '' ? 'No suppressed addresses' : 'Nobody found'}>
            {search === ''
              ? 'Addresses that unsubscribe, complain or bounce permanently appear here.'
              : 'No suppressed address matches.'}
          </EmptyState>
        ) : (
          <Table label="Suppressed addresses" columns={['Email', 'Cause', 'Since', ACTIONS]}>
            <tbody>
              {query.data?.map(({ email, cause, reason, created_at }) => (
                <tr key={email} className="last:[&>td]:border-b-0">
                  <Td className="min-w-40 wrap-anywhere">{email}</Td>
                  <Td>
                    <Badge tone={tones[cause]} className="capitalize">
                      {cause}
                    </Badge>
                    {reason !== '' && (
                      <p className="mt-1 text-[0.8125rem] text-ink-muted">{reason.replaceAll('_', ' ')}</p>
                    )}
                  </Td>
                  <Td className="whitespace-nowrap text-ink-muted">{formatDate(created_at)}</Td>
                  <Td atEnd>
                    {cause === 'bounced' && (
                      <Button
                        size="sm"
                        variant="secondary"
                        aria-label={`Allow mail again: ${email}`}
                        onClick={() =>
                          attempt(lift({ suppressionLift: { email } }).unwrap(), {
                            success: `${email} can receive email again`,
                            failure: 'Failed to remove the suppression',
                          })
                        }
                      >
                        Allow mail again
                      </Button>
                    )}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {foot(nextOf(query.data, PAGE, ({ position }) => position))}
      </ListState>
    </Card>
  );
}
