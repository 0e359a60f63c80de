import {
  type CSSProperties,
  type FocusEvent,
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { LogEntry } from '../../shared/api/types.ts';
import { formatCount, formatDateTime, type TimeZoneChoice } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { LogHeader, type ShownColumn, useRowHeight, useShownColumns } from './log-columns.tsx';
import { LogRow } from './log-row.tsx';
import { searchLogs } from './log-search.ts';
import type { LogView } from './log-view.ts';
import type { SetFilter } from './use-log-filters.ts';
import { useWindowRows } from './use-window-rows.ts';

// Not for the first view: one shows nothing, the other only where there are no entries.
const LogKeys = lazy(async () => ({ default: (await import('./later.ts')).LogKeys }));
const NothingFound = lazy(() => import('./nothing-found.tsx'));

/** Rows made beyond both edges of the window, so that fast scrolling meets no gap. */
const OVERSCAN = 4;
/** Scrolled further than this, somebody is reading: the list then stands still. */
const READING_FROM_PX = 600;
/** How many rows before the end the next page is asked for. */
const LOAD_AHEAD = 40;

interface LogTableProps {
  logs: readonly LogEntry[] | undefined;
  search: string;
  zone: TimeZoneChoice;
  view: LogView;
  /** The one request that was asked for, which opens by itself. */
  askedFor: string | undefined;
  onFilter: SetFilter;
  /** Called for an entry that should have passed. */
  onExclude: (log: LogEntry) => void;
  /** Drops everything that filters. */
  onClear: () => void;
  /** Whether the server was asked for certain values only. */
  filteredByServer: boolean;
  /** What shows was asked for before, and the answer to what is asked for now is on its way. */
  outdated: boolean;
  /** How far back the server has searched, if it stopped there for now. */
  searchedTo: string | null;
  /** Whether there is more on the server behind the last entry, and the way to get it. */
  hasOlder: boolean;
  loadingOlder: boolean;
  onLoadOlder: () => void;
  /** Called with true when somebody has scrolled away from the newest entries, with false when they are back. */
  onReading: (reading: boolean) => void;
}

function Waiting({ columns }: { columns: readonly ShownColumn[] }) {
  return (
    <tbody className="block">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <tr key={row} className="log-row">
          {columns.map((column) => (
            <td key={column.id} className={column.cell}>
              <Skeleton className="h-4 w-full max-w-24" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** Reserves the height of rows that are not rendered, so that the scroll bar is correct. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tbody aria-hidden="true" className="block" style={{ height }} />;
}

/** The focus goes when its row leaves the window: it must not pass on to whichever entry gets the row's elements. */
function useFocusOfRow({ first, end }: { first: number; end: number }) {
  const focused = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (focused.current === null || (focused.current >= first && focused.current < end)) return;
    focused.current = null;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, [first, end]);
  return useCallback((event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest<HTMLElement>('[data-index]');
    focused.current = row === null ? null : Number(row.dataset.index);
  }, []);
}

/** The log, of which only the rows near the window exist: a hundred thousand scroll like a hundred. */
export const LogTable = memo(function LogTable({
  logs,
  search,
  zone,
  view,
  askedFor,
  onFilter,
  onExclude,
  onClear,
  filteredByServer,
  searchedTo,
  outdated,
  hasOlder,
  loadingOlder,
  onLoadOlder,
  onReading,
}: LogTableProps) {
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const expanded = chosen === undefined ? (askedFor ?? null) : chosen;
  const { columns, minRem } = useShownColumns(view);
  const rowHeight = useRowHeight(view.density);
  const shown = useMemo(() => logs && searchLogs(logs, search), [logs, search]);
  const count = shown?.length ?? 0;
  const openIndex = useMemo(
    () => (expanded === null ? -1 : (shown?.findIndex(({ id }) => id === expanded) ?? -1)),
    [expanded, shown],
  );
  const rows = useWindowRows({
    count,
    rowHeight,
    openIndex,
    overscan: OVERSCAN,
    awayFromPx: READING_FROM_PX,
  });
  useEffect(() => onReading(rows.away), [rows.away, onReading]);

  const nearEnd = rows.end > 0 && rows.end > count - LOAD_AHEAD;
  // A filter that fits nothing would read the whole log; there each page takes a press.
  const filtered = search.trim() !== '';
  const byPress = filtered || Boolean(searchedTo);
  useEffect(() => {
    if (nearEnd && hasOlder && !loadingOlder && !byPress) onLoadOlder();
  }, [nearEnd, hasOlder, loadingOlder, byPress, onLoadOlder]);

  const leaveWithRow = useFocusOfRow(rows);
  const toggle = useCallback((id: string) => setChosen(id === expanded ? null : id), [expanded]);
  const [at, setAt] = useState<string | null>(null);
  const current = at === null ? -1 : (shown?.findIndex(({ id }) => id === at) ?? -1);

  return (
    <div
      data-density={view.density}
      className={outdated ? 'opacity-55 transition-opacity delay-150' : undefined}
    >
      <Suspense>
        <LogKeys
          logs={shown}
          current={current}
          onCurrent={setAt}
          rowHeight={rowHeight}
          top={rows.top}
          openIndex={openIndex}
          onToggle={toggle}
          onFilter={onFilter}
        />
      </Suspense>
      {shown !== undefined && count === 0 ? (
        <Suspense>
          <NothingFound
            filter={logs?.length !== 0 ? 'text' : filteredByServer ? 'values' : null}
            searchedTo={searchedTo}
            zone={zone}
            onClear={onClear}
            onSearchOn={hasOlder && byPress ? onLoadOlder : null}
            searching={loadingOlder}
          />
        </Suspense>
      ) : (
        <Table
          label="WAF activity"
          className="block md:min-w-(--log-width) 2xl:min-w-(--log-width-wide)"
          style={{ '--log-width': `${minRem[0]}rem`, '--log-width-wide': `${minRem[1]}rem` } as CSSProperties}
          onFocus={leaveWithRow}
          aria-rowcount={hasOlder || shown === undefined ? -1 : count + 1}
          aria-busy={loadingOlder || outdated || undefined}
          data-loaded={count}
        >
          <LogHeader columns={columns} />
          <tbody ref={rows.top} aria-hidden="true" className="block" />
          {!shown && <Waiting columns={columns} />}
          <Gap height={rows.before} />
          {shown?.slice(rows.first, rows.end).map((log, at) => {
            const open = expanded === log.id;
            const index = rows.first + at;
            return (
              <tbody
                // The elements of a row that has left the window are the next one's: new words in them cost far less
                // than new elements. The open row has its own.
                key={open ? log.id : rows.slotOf(index)}
                ref={open ? rows.measureOpen : undefined}
                data-index={index}
                className={open ? 'block' : 'log-entry'}
              >
                <LogRow
                  log={log}
                  rowIndex={index + 2}
                  open={open}
                  current={index === current}
                  columns={columns}
                  times={view.times}
                  zone={zone}
                  onToggle={toggle}
                  onFilter={onFilter}
                  onExclude={onExclude}
                />
              </tbody>
            );
          })}
          <Gap height={rows.after} />
        </Table>
      )}
      {count > 0 && hasOlder && (
        <div role="status" className="flex items-center gap-3 px-5 py-3 text-[0.8125rem] text-ink-muted">
          {byPress ? (
            <>
              {searchedTo === null
                ? `${formatCount(logs?.length ?? 0)} entries searched.`
                : `Searched back to ${formatDateTime(searchedTo, zone)}.`}
              <Button size="sm" variant="secondary" busy={loadingOlder} onClick={onLoadOlder}>
                Search older entries
              </Button>
            </>
          ) : (
            'Loading older entries…'
          )}
        </div>
      )}
    </div>
  );
});
