import { lazy, memo, Suspense, useDeferredValue } from 'react';
import type { LogEntry } from '../../shared/api/types.ts';
import { CELLS, type CellContext } from './log-cells.tsx';
import type { LogColumnId, ShownColumn } from './log-columns.tsx';

/** Only an open entry needs it; the first view of the log does not wait for it. */
const AttackDetails = lazy(async () => ({ default: (await import('./attack-details.tsx')).AttackDetails }));

interface LogRowProps extends CellContext {
  log: LogEntry;
  columns: readonly ShownColumn[];
  /** Position in the whole list, the header being 1. */
  rowIndex: number;
  open: boolean;
  /** The one that keys of the keyboard act on. */
  current: boolean;
  onToggle: (id: string) => void;
  onExclude: (log: LogEntry) => void;
}

/** Class names of a column's cells, joined once for each column that is ever shown. */
const joined = new WeakMap<ShownColumn, string>();
function classOf(column: ShownColumn, id: Exclude<LogColumnId, 'details'>): string {
  let made = joined.get(column);
  if (made === undefined) {
    made = `${column.cell} ${CELLS[id].className ?? ''}`;
    joined.set(column, made);
  }
  return made;
}

function rowClass(open: boolean, current: boolean): string {
  if (current) return open ? 'log-row bg-sunken/60 log-current' : 'log-row log-current';
  return open ? 'log-row bg-sunken/60' : 'log-row';
}

/** One request of the log, and its explanation when it is open. */
export const LogRow = memo(function LogRow({
  log,
  columns,
  rowIndex,
  open,
  current,
  zone,
  times,
  onToggle,
  onFilter,
  onExclude,
}: LogRowProps) {
  const detailsId = `details-${log.id}`;
  // The press shows before what it opens is made.
  const isExplained = useDeferredValue(open, false) && open;
  const context: CellContext = { zone, times, onFilter };
  return (
    <>
      <tr aria-rowindex={rowIndex} aria-current={current || undefined} className={rowClass(open, current)}>
        {columns.map((column) => {
          const { id } = column;
          if (id !== 'details')
            return (
              <td key={id} className={classOf(column, id)} title={CELLS[id].title?.(log, context)}>
                {CELLS[id].content(log, context)}
              </td>
            );
          return (
            <td key={id} className={column.cell}>
              <button
                type="button"
                aria-expanded={open}
                aria-controls={open ? detailsId : undefined}
                onClick={() => onToggle(log.id)}
                className="group inline-flex min-h-8 min-w-6 items-center gap-0.5 rounded-sm text-[0.8125rem] font-[560] text-brand-text in-[[data-density=compact]]:md:min-h-6"
              >
                <span
                  aria-hidden="true"
                  className="chevron size-4 transition-transform group-aria-expanded:rotate-90"
                />
                <span className="max-md:sr-only">{open ? 'Hide' : 'Details'}</span>
              </button>
            </td>
          );
        })}
      </tr>
      {open && (
        <tr id={detailsId} className="block">
          <td colSpan={columns.length} className="block border-b border-line bg-sunken/60 p-0">
            <Suspense>
              {isExplained && (
                <AttackDetails log={log} zone={zone} onFilter={onFilter} onExclude={onExclude} />
              )}
            </Suspense>
          </td>
        </tr>
      )}
    </>
  );
});
