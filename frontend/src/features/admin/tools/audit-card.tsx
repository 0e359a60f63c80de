import { useCallback, useState } from 'react';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { Select } from '../../../shared/ui/input.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { Table, Td } from '../../../shared/ui/table.tsx';
import { useListAuditEntriesQuery } from '../common/admin-api.ts';
import { ListState } from '../common/list-state.tsx';
import { SearchField } from '../common/search-box.tsx';
import { deedOf } from './audit-words.ts';

const DAY_MS = 86_400_000;
const PERIODS = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last year' },
];

/** Who did what, newest first; older entries a page at a time. */
export function AuditCard() {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const before = cursors.at(-1);
  const [search, setSearch] = useState('');
  const [period, setPeriod] = useState({ days: '', from: '' });
  const find = useCallback((text: string) => {
    setSearch(text);
    setCursors([]);
  }, []);
  const choose = (days: string) => {
    setPeriod({ days, from: days === '' ? '' : new Date(Date.now() - Number(days) * DAY_MS).toISOString() });
    setCursors([]);
  };
  const query = useListAuditEntriesQuery({
    ...(before !== undefined && { before }),
    ...(search !== '' && { search }),
    ...(period.from !== '' && { from: period.from }),
  });
  const isFiltered = search !== '' || period.from !== '';
  const next = query.data?.next ?? null;
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Audit Log" description="What was changed, by administrators and by customers" />
      <div className="flex flex-wrap gap-3 px-5 pt-1 pb-4">
        <SearchField
          label="Search the audit log"
          placeholder="Who, what, on whom, from where"
          onSearch={find}
        />
        <Select
          aria-label="Period"
          className="w-auto"
          value={period.days}
          onChange={(event) => choose(event.target.value)}
        >
          {PERIODS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <ListState query={query}>
        <Table
          label="Audit log"
          className="md:min-w-[48rem]"
          columns={['Time', 'By', 'What', 'On', 'Address']}
        >
          <tbody>
            {query.data?.entries.map((entry) => (
              <tr key={entry.id} className="last:[&>td]:border-b-0">
                <Td className="whitespace-nowrap text-ink-muted">{formatDateTime(entry.at)}</Td>
                <Td className="max-w-56 truncate" title={entry.actor_email ?? entry.actor_id}>
                  {entry.actor_email ?? entry.actor_id}
                </Td>
                <Td className="max-w-80 wrap-anywhere" title={entry.action}>
                  {deedOf(entry)}
                </Td>
                <Td className="max-w-56 truncate text-ink-muted" title={entry.target_id}>
                  {entry.target_type} {entry.target_id}
                </Td>
                <Td className="font-mono text-[0.8125rem]">{entry.ip_address}</Td>
              </tr>
            ))}
            {query.data?.entries.length === 0 && (
              <tr>
                <Td colSpan={5} className="py-8 text-center text-ink-muted">
                  {isFiltered ? 'No entry fits.' : 'Nothing recorded yet.'}
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
