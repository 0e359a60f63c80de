import { Undo2 } from 'lucide-react';
import type { Bounce } from '../../../shared/api/types.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Table, Td } from '../../../shared/ui/table.tsx';
import { useListBouncesQuery } from '../common/admin-api.ts';
import { ListState } from '../common/list-state.tsx';

const tones: Record<Bounce['kind'], BadgeTone> = { hard: 'danger', soft: 'warn', complaint: 'danger' };

/** What came back, and what the other side said. */
export function BouncesCard() {
  const query = useListBouncesQuery({});
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Bounces and Complaints" description="What came back in the last 90 days" />
      <ListState query={query}>
        {query.data?.length === 0 ? (
          <EmptyState icon={<Undo2 />} title="Nothing came back">
            Reports of mail servers and complaints of readers show here.
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
                  <Td className="text-[0.8125rem]">{bounce.diagnostic}</Td>
                  <Td className="tabular">{bounce.campaign_id === null ? '–' : `#${bounce.campaign_id}`}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </ListState>
    </Card>
  );
}
