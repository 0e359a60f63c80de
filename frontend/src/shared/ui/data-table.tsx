import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Skeleton } from './skeleton.tsx';
import { type ColumnSort, Table, Td, Th } from './table.tsx';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  className?: string;
  /** Numbers, and what can be done: at the column's far edge, with its header. */
  atEnd?: boolean;
  title?: (row: Row) => string;
  /** Left out on phones, so that the rest needs no sideways scrolling. */
  wideOnly?: boolean;
  /** For a table that is stacked on phones. */
  sort?: ColumnSort;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  empty: string;
  className?: string;
  /** On phones each row is a small card with every column, instead of a table that leaves some out. */
  stacked?: boolean;
}

const onWide = 'max-sm:hidden';
const WAITING_ROWS = [0, 1, 2];

/** Rows of one kind: on their way, none, or there. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  empty,
  className,
  stacked,
}: DataTableProps<Row>) {
  return (
    <Table
      label={label}
      className={className}
      columns={
        stacked
          ? columns.map(({ header, atEnd = false, sort }) => ({ name: header, atEnd, ...(sort && { sort }) }))
          : undefined
      }
    >
      {!stacked && (
        <thead>
          <tr>
            {columns.map(({ header, wideOnly, atEnd }) => (
              <Th key={header} atEnd={atEnd} className={cn(wideOnly && onWide)}>
                {header}
              </Th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {!rows &&
          WAITING_ROWS.map((row) => (
            <tr key={row}>
              {columns.map(({ header, wideOnly }) => (
                <Td key={header} className={cn(wideOnly && !stacked && onWide)}>
                  <Skeleton className="h-4 w-24" />
                </Td>
              ))}
            </tr>
          ))}
        {rows?.length === 0 && (
          <tr>
            <Td colSpan={columns.length} className="py-10 text-center text-ink-muted">
              {empty}
            </Td>
          </tr>
        )}
        {rows?.map((row) => (
          <tr key={keyOf(row)} className="last:[&>td]:border-b-0">
            {columns.map(({ header, cell, className: ofCell, title, wideOnly, atEnd }) => (
              <Td
                key={header}
                atEnd={atEnd}
                className={cn(ofCell, wideOnly && !stacked && onWide)}
                title={title?.(row)}
              >
                {cell(row)}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
