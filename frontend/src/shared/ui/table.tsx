import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';

type TableProps = ComponentProps<'table'> & {
  label: string;
  /** The header; with it, a row becomes a small card on phones, each cell beside its column's name. */
  columns?: readonly TableColumn[];
};

/** A column that stands at its far edge (numbers, and what can be done) says so, and its header follows. */
export type TableColumn = string | { name: string; atEnd: boolean; sort?: ColumnSort };

/** Action of the header's button, and the current sort order by this column; null: sorted by another one. */
export interface ColumnSort {
  direction: 'ascending' | 'descending' | null;
  onSort: () => void;
}

const nameOf = (column: TableColumn) => (typeof column === 'string' ? column : column.name);

/** Figures are read from their last digit: such a column stands at its far edge. */
export const figures = (name: string): TableColumn => ({ name, atEnd: true });
/** What can be done with a row stands at the table's edge. */
export const ACTIONS: TableColumn = figures('Actions');

/**
 * Hands the names of the columns to the style sheet (`stacked-table`), as strings of CSS. By the object model: a style
 * attribute in the HTML of a static page is what a strict policy refuses. Cells of such pages name their column
 * themselves (`data-column`), which also holds where nothing runs.
 */
function nameColumns(table: HTMLTableElement | null, columns: readonly TableColumn[]): void {
  for (const [index, column] of columns.entries()) {
    table?.style.setProperty(`--column-${index + 1}`, JSON.stringify(nameOf(column)));
  }
}

/** Wide tables scroll inside their own box; the box takes focus so that the keyboard can scroll it too. */
export function Table({ label, columns, className, children, ...rest }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className="overflow-x-auto -outline-offset-2">
      <table
        className={cn('w-full border-collapse text-left text-sm', columns && 'stacked-table', className)}
        ref={(table) => nameColumns(table, columns ?? [])}
        {...rest}
      >
        {columns && (
          <thead>
            <tr>
              {columns.map((column) => (
                <Header key={nameOf(column)} column={column} />
              ))}
            </tr>
          </thead>
        )}
        {children}
      </table>
    </section>
  );
}

const ARROWS = { ascending: '↑', descending: '↓' } as const;

function Header({ column }: { column: TableColumn }) {
  const { atEnd = false, sort = undefined } = typeof column === 'string' ? {} : column;
  const name = nameOf(column);
  if (!sort) return <Th atEnd={atEnd}>{name}</Th>;
  const { direction, onSort } = sort;
  return (
    <Th atEnd={atEnd} aria-sort={direction ?? 'none'}>
      <button type="button" className="min-h-6 cursor-pointer font-[560] hover:text-ink" onClick={onSort}>
        {name}
        <span aria-hidden="true" className="inline-block w-4 text-center">
          {direction === null ? '' : ARROWS[direction]}
        </span>
      </button>
    </Th>
  );
}

interface CellProps {
  atEnd?: boolean;
}

export function Th({ className, atEnd, ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope="col"
      className={cn(
        'border-y border-line bg-sunken px-2 sm:px-3 md:px-4 py-2.5 text-xs font-[560] whitespace-nowrap text-ink-muted first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
        atEnd && 'text-right',
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ className, atEnd, ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      className={cn(
        'border-b border-line px-2 sm:px-3 md:px-4 py-3 align-middle first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
        atEnd && 'tabular text-right whitespace-nowrap',
        className,
      )}
      {...rest}
    />
  );
}
