import { Mail } from 'lucide-react';
import { useSubscribersQuery } from '../../shared/api/admin-api.ts';
import { formatCount, formatDate } from '../../shared/lib/format.ts';
import { Card, CardHeader } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Table, Td, Th } from '../../shared/ui/table.tsx';
import { ListState } from './list-state.tsx';

export function NewslettersTab() {
  const query = useSubscribersQuery();
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="Newsletter Subscribers"
        description={query.data && `${formatCount(query.data.length)} subscribed`}
      />
      <ListState query={query}>
        {query.data?.length === 0 ? (
          <EmptyState icon={<Mail />} title="No subscribers yet">
            Whoever signs up by the newsletter window shows here.
          </EmptyState>
        ) : (
          <Table label="Subscribers">
            <thead>
              <tr>
                {['Name', 'Email', 'Subscribed'].map((column) => (
                  <Th key={column}>{column}</Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {query.data?.map((subscriber) => (
                <tr key={subscriber.id} className="last:[&>td]:border-b-0">
                  <Td className="font-[560]">
                    {subscriber.first_name} {subscriber.last_name}
                  </Td>
                  <Td>{subscriber.email}</Td>
                  <Td className="whitespace-nowrap text-ink-muted">{formatDate(subscriber.created_at)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </ListState>
    </Card>
  );
}
