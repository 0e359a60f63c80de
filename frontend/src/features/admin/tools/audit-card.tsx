import { useState } from 'react';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { Table, Td } from '../../../shared/ui/table.tsx';
import { useListAuditEntriesQuery } from '../common/admin-api.ts';
import { ListState } from '../common/list-state.tsx';

/** Who did what, newest first; older entries a page at a time. */
export function AuditCard() {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const before = cursors.at(-1);
  const query = useListAuditEntriesQuery(before === undefined ? {} : { before });
  const next = query.data?.next ?? null;
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Audit Log" description="What administrators changed, and who did it" />
      <ListState query={query}>
        <Table
          label="Audit log"
          className="md:min-w-[48rem]"
          columns={['Time', 'Action', 'By', 'On', 'Address']}
        >
          <tbody>
            {query.data?.entries.map((entry) => (
              <tr key={entry.id} className="last:[&>td]:border-b-0">
                <Td className="whitespace-nowrap text-ink-muted">{formatDateTime(entry.at)}</Td>
                <Td className="font-mono text-[0.8125rem]">{entry.action}</Td>
                <Td>{entry.actor_email ?? entry.actor_id}</Td>
                <Td className="max-w-56 truncate text-ink-muted" title={entry.target_id}>
                  {entry.target_type} {entry.target_id}
                </Td>
                <Td className="font-mono text-[0.8125rem]">{entry.ip_address}</Td>
              </tr>
            ))}
            {query.data?.entries.length === 0 && (
              <tr>
                <Td colSpan={5} className="py-8 text-center text-ink-muted">
                  Nothing recorded yet.
                </Td>
              </tr>
            )}
          </tbody>
        </Table>
        {(cursors.length > 0 || next !== null) && (
          <Pager
            back={{
              label: 'Newer',
              act: cursors.length === 0 ? null : () => setCursors(cursors.slice(0, -1)),
            }}
            on={{ label: 'Older', act: next === null ? null : () => setCursors([...cursors, next]) }}
          />
        )}
      </ListState>
    </Card>
  );
}
