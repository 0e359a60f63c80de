import { X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ACTIONS_BY_WORDS, deedOf } from '../../../entities/audit/audit-words.ts';
import type { AuditPage } from '../../../shared/api/openapi.gen.ts';
import { useSearchPatch } from '../../../shared/hooks/use-search-state.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../../shared/ui/card.tsx';
import { Select } from '../../../shared/ui/input.tsx';
import { Table, Td } from '../../../shared/ui/table.tsx';
import { useKeysetPages } from '../../../shared/ui/use-keyset-pages.tsx';
import { useListAuditEntriesQuery } from '../api/admin-api.ts';
import { foundRows, ListState } from '../lists/list-state.tsx';
import { SearchField, useSearched } from '../lists/search-box.tsx';

const DAY_MS = 86_400_000;
const PERIODS = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last year' },
];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_LENGTH = 100;

type Entry = AuditPage['entries'][number];
/** Filters are in the URL, so that a view can be shared. */
type Filter = 'actor' | 'act' | 'object' | 'days';

/** Invalid values in the URL are ignored. */
function useFilters() {
  const [parameters] = useSearchParams();
  const patch = useSearchPatch();
  const read = (name: Filter) => parameters.get(name) ?? '';
  const [actor, act, object, days] = [read('actor'), read('act'), read('object'), read('days')];
  const set = useCallback((name: Filter, value: string) => patch({ [name]: value || null }), [patch]);
  return {
    actor: UUID.test(actor) ? actor : '',
    act: act.length <= MAX_LENGTH ? act : '',
    object: object.length <= MAX_LENGTH ? object : '',
    days: PERIODS.some(({ value }) => value === days) ? days : '',
    set,
  };
}

/** Rounded to the minute, so that the query stays the same. */
const since = (days: string, now: number) =>
  days === '' ? '' : new Date(Math.floor((now - Number(days) * DAY_MS) / 60_000) * 60_000).toISOString();

/** The audit log, newest first, paged. */
export function AuditCard() {
  const { actor, act, object, days, set } = useFilters();
  const search = useSearched('search');
  const [openedAt] = useState(Date.now);
  const from = since(days, openedAt);
  const chosen = [actor, act, object, days, search].join(' ');
  const { before, foot } = useKeysetPages(chosen);
  const query = useListAuditEntriesQuery({
    ...(before !== undefined && { before }),
    ...(search !== '' && { search }),
    ...(from !== '' && { from }),
    ...(actor !== '' && { actorId: actor }),
    ...(act !== '' && { action: act }),
    ...(object !== '' && { targetId: object }),
  });
  const isFiltered = chosen.trim() !== '';
  const entries = query.data?.entries ?? [];
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Audit Log" description="What was changed, by administrators and by customers" />
      <div className="flex flex-wrap gap-3 px-5 pt-1 pb-4">
        <SearchField
          label="Search the audit log"
          placeholder="Person, action, object or IP address"
          name="search"
        />
        <Select
          aria-label="Action"
          className="w-auto max-w-72"
          value={act}
          onChange={(event) => set('act', event.target.value)}
        >
          <option value="">Any action</option>
          {act !== '' && !ACTIONS_BY_WORDS.some(({ action }) => action === act) && (
            <option value={act}>{act}</option>
          )}
          {ACTIONS_BY_WORDS.map(({ action, words }) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Period"
          className="w-auto"
          value={days}
          onChange={(event) => set('days', event.target.value)}
        >
          {PERIODS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {actor !== '' && (
          <Chosen
            label={`By ${entries.find((entry) => entry.actor_id === actor)?.actor_email ?? actor}`}
            onClear={() => set('actor', '')}
          />
        )}
        {object !== '' && (
          <Chosen
            label={`On ${nameOfTarget(entries.find((entry) => entry.target_id === object)) ?? object}`}
            onClear={() => set('object', '')}
          />
        )}
      </div>
      <ListState query={query} found={foundRows(chosen.trim(), query.data?.entries)}>
        <Table
          label="Audit log"
          className="md:min-w-[48rem]"
          columns={['Time', 'By', 'Action', 'Object', 'IP address']}
        >
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} set={set} />
            ))}
            {entries.length === 0 && (
              <tr>
                <Td colSpan={5} className="py-8 text-center text-ink-muted">
                  {isFiltered ? 'No entry fits.' : 'Nothing recorded yet.'}
                </Td>
              </tr>
            )}
          </tbody>
        </Table>
        {foot(query.data?.next ?? null)}
      </ListState>
    </Card>
  );
}

const nameOfTarget = (entry: Entry | undefined): string | null =>
  entry?.target_email ?? entry?.target_name ?? null;

function Chosen({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <Button variant="secondary" size="sm" className="max-w-72 self-center" onClick={onClear}>
      <span className="truncate">{label}</span>
      <X aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">: remove this filter</span>
    </Button>
  );
}

const cell =
  'link block min-h-6 max-w-full text-left wrap-anywhere no-underline hover:underline focus-visible:underline';

/** Actor and object in a row set the filter. */
function Row({ entry, set }: { entry: Entry; set: (name: Filter, value: string) => void }) {
  const who = entry.actor_email ?? entry.actor_id;
  const what = nameOfTarget(entry) ?? `${entry.target_type.replaceAll('_', ' ')} ${entry.target_id}`;
  return (
    <tr className="last:[&>td]:border-b-0">
      <Td className="whitespace-nowrap text-ink-muted">{formatDateTime(entry.at)}</Td>
      <Td className="min-w-32 max-w-56">
        <button
          type="button"
          className={cell}
          aria-label={`Only what ${who} did`}
          disabled={!UUID.test(entry.actor_id)}
          onClick={() => set('actor', entry.actor_id)}
        >
          {who}
        </button>
      </Td>
      <Td className="max-w-80 wrap-anywhere" title={entry.action}>
        {deedOf(entry, entry.target_name ?? undefined)}
      </Td>
      <Td className="min-w-32 max-w-56" title={entry.target_id}>
        <button
          type="button"
          className={cell}
          aria-label={`Only what was done to ${what}`}
          onClick={() => set('object', entry.target_id)}
        >
          {what}
        </button>
      </Td>
      <Td className="font-mono text-[0.8125rem]">{entry.ip_address}</Td>
    </tr>
  );
}
