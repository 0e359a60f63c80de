import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ScrollText } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LogEntry } from '../../shared/api/types.ts';
import { formatCount, type TimeZoneChoice } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { LOG_COLUMNS, LogCell, LogHeader, ROW_HEIGHT } from './log-columns.tsx';
import { LogRow } from './log-row.tsx';
import { searchLogs } from './log-search.ts';

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
  onFilter: (text: string) => void;
  /** Whether there is more on the server behind the last entry, and the way to get it. */
  hasOlder: boolean;
  loadingOlder: boolean;
  onLoadOlder: () => void;
  /** Called with true when somebody has scrolled away from the newest entries, with false when they are back. */
  onReading: (reading: boolean) => void;
}

function Waiting() {
  return (
    <tbody>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <tr key={row}>
          {LOG_COLUMNS.map((column) => (
            <LogCell key={column.name} className={'className' in column ? column.className : undefined}>
              <Skeleton className="h-4 w-full max-w-24" />
            </LogCell>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** Keeps the height of rows that are not made, so that the window's scroll bar tells the truth. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={LOG_COLUMNS.length} className="p-0" style={{ height }} />
      </tr>
    </tbody>
  );
}

/** The log, of which only the rows near the window exist: a hundred thousand scroll like a hundred. */
export function LogTable({
  logs,
  search,
  zone,
  onFilter,
  hasOlder,
  loadingOlder,
  onLoadOlder,
  onReading,
}: LogTableProps) {
  const [expanded, setExpanded] = useState<string | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  const shown = useMemo(() => logs && searchLogs(logs, search), [logs, search]);
  const count = shown?.length ?? 0;

  // Where the table begins on the page; figures and notices above it come and go.
  useLayoutEffect(() => {
    const measure = () => setOffset((top.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  // The same function while the list is the same: a new one would have all positions computed anew on every scroll.
  const keyOf = useCallback((index: number) => shown?.[index]?.id ?? index, [shown]);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: offset,
    getItemKey: keyOf,
  });
  const rows = virtualizer.getVirtualItems();

  // Where the window stands is the virtualizer's knowledge; asking the browser again would have it lay the page out.
  const reading = (virtualizer.scrollOffset ?? 0) > READING_FROM_PX;
  useEffect(() => onReading(reading), [reading, onReading]);
  const first = rows[0];
  const last = rows.at(-1);

  const nearEnd = last !== undefined && last.index >= count - LOAD_AHEAD;
  // A filter that fits nothing would read the whole log; there each page takes a press.
  const filtered = search.trim() !== '';
  useEffect(() => {
    if (nearEnd && hasOlder && !loadingOlder && !filtered) onLoadOlder();
  }, [nearEnd, hasOlder, loadingOlder, filtered, onLoadOlder]);

  const toggle = useCallback((id: string) => setExpanded((before) => (before === id ? null : id)), []);

  // Only the open row is measured; once closed it is as high as the others again.
  const opened = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (opened.current !== null) virtualizer.resizeItem(opened.current, ROW_HEIGHT);
    const index = expanded === null ? -1 : (shown?.findIndex(({ id }) => id === expanded) ?? -1);
    opened.current = index === -1 ? null : index;
  }, [expanded, shown, virtualizer]);

  return (
    <div ref={top}>
      {shown !== undefined && count === 0 ? (
        <NothingFound filtered={logs?.length !== 0} onClear={() => onFilter('')} />
      ) : (
        <Table
          label="WAF activity"
          className="md:min-w-[58rem] md:table-fixed"
          aria-rowcount={hasOlder || shown === undefined ? -1 : count + 1}
          aria-busy={loadingOlder || undefined}
          data-loaded={count}
        >
          <LogHeader />
          {!shown && <Waiting />}
          <Gap height={first ? first.start - offset : 0} />
          {rows.map((row) => {
            const log = shown?.[row.index];
            if (!log) return null;
            return (
              <tbody
                key={log.id}
                data-index={row.index}
                ref={expanded === log.id ? virtualizer.measureElement : undefined}
              >
                <LogRow
                  log={log}
                  rowIndex={row.index + 2}
                  open={expanded === log.id}
                  zone={zone}
                  onToggle={toggle}
                  onFilter={onFilter}
                />
              </tbody>
            );
          })}
          <Gap height={last ? virtualizer.getTotalSize() - (last.end - offset) : 0} />
        </Table>
      )}
      {shown !== undefined && hasOlder && (
        <div role="status" className="flex items-center gap-3 px-5 py-3 text-[0.8125rem] text-ink-muted">
          {filtered ? (
            <>
              {formatCount(logs?.length ?? 0)} entries searched.
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
}

function NothingFound({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) {
    return (
      <EmptyState
        icon={<ScrollText />}
        title="No logs found. Logs will appear here as your WAF protects your domains."
      />
    );
  }
  return (
    <EmptyState
      icon={<ScrollText />}
      title="No loaded entry matches the filter"
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear the filter
        </Button>
      }
    />
  );
}
