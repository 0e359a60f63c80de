import { useMemo } from 'react';
import { useMedia } from '../../shared/hooks/use-media.ts';
import { cn } from '../../shared/lib/cn.ts';
import type { Density, LogView } from './log-view.ts';

// Complete class strings of cells, built once: rows are rendered hundreds of times a second. On phones a row has two
// lines, whose areas the style sheet names; columns without an area are in the details.
const cell = 'clipped md:px-2 md:first:pl-5 md:last:pr-3';
const wideCell = `${cell} max-md:hidden`;
const small = 'text-[0.8125rem]';

interface LogColumn {
  name: string;
  cell: string;
  /** Width on laptops and on wide screens, in rem; the request takes what is left, at least this much. */
  rem: readonly [laptop: number, wide: number];
}

/** Widths are fixed, what is left is the request's. In the order in which they stand. */
const COLUMNS = {
  time: {
    name: 'Time',
    cell: `${cell} max-md:[grid-area:time] max-md:text-xs md:w-28 md:text-[0.8125rem]`,
    rem: [7, 7],
  },
  server: { name: 'Server', cell: `${wideCell} w-28 ${small}`, rem: [7, 7] },
  address: {
    name: 'IP Address',
    cell: `${cell} max-md:[grid-area:address] md:w-32 2xl:w-36`,
    rem: [8, 9],
  },
  location: { name: 'Location', cell: `${wideCell} w-17 2xl:w-36`, rem: [4.25, 9] },
  network: { name: 'Network', cell: `${wideCell} w-36 ${small}`, rem: [9, 9] },
  domain: { name: 'Domain', cell: `${wideCell} w-30 ${small} 2xl:w-46`, rem: [7.5, 11.5] },
  request: {
    name: 'Request',
    cell: `${cell} min-w-0 flex-1 max-md:[grid-area:request]`,
    rem: [12.5, 16],
  },
  status: { name: 'Status', cell: `${wideCell} w-15 ${small} 2xl:w-18`, rem: [3.75, 4.5] },
  cache: { name: 'Cache', cell: `${wideCell} w-24 ${small}`, rem: [6, 6] },
  bot: { name: 'Bot', cell: `${wideCell} w-32 ${small}`, rem: [8, 8] },
  rule: { name: 'Rule', cell: `${wideCell} w-20 ${small}`, rem: [5, 5] },
  score: { name: 'Score', cell: `${wideCell} w-15 ${small}`, rem: [3.75, 3.75] },
  threat: {
    name: 'Threat Type',
    cell: `${cell} max-md:[grid-area:threat] max-md:text-right max-md:text-xs md:w-29 2xl:w-36`,
    rem: [7.25, 9],
  },
  severity: {
    name: 'Severity',
    cell: `${cell} max-md:[grid-area:severity] max-md:text-right md:w-22 2xl:w-26`,
    rem: [5.5, 6.5],
  },
  details: {
    name: 'Details',
    cell: `${cell} max-md:[grid-area:details] md:w-21 2xl:w-24`,
    rem: [5.25, 6],
  },
} as const satisfies Record<string, LogColumn>;

export type LogColumnId = keyof typeof COLUMNS;
const IDS = Object.keys(COLUMNS) as LogColumnId[];
/** Column that identifies an entry and links to it. */
const ALWAYS: ReadonlySet<LogColumnId> = new Set(['time', 'request', 'details']);
/**
 * Where the request would have no room beside it, the server is shown in the details only, unless the column was
 * chosen.
 */
const USUAL: ReadonlySet<LogColumnId> = new Set([
  ...ALWAYS,
  ...(['server', 'address', 'location', 'domain', 'status', 'threat', 'severity'] as const),
]);
const ABSOLUTE_TIME = {
  cell: COLUMNS.time.cell.replace('md:w-28', 'md:w-50 2xl:w-52'),
  rem: [12.5, 13],
};
const SERVER_IF_WIDE = `${COLUMNS.server.cell} max-2xl:hidden`;

export interface ShownColumn {
  id: LogColumnId;
  name: string;
  cell: string;
}

export interface ShownColumns {
  columns: readonly ShownColumn[];
  /** How wide the table is at least, in rem, on laptops and on wide screens. */
  minRem: readonly [number, number];
}

/** Columns that may be chosen, with their names. */
export const CHOOSABLE = IDS.filter((id) => !ALWAYS.has(id)).map((id) => ({ id, name: COLUMNS[id].name }));
export const DEFAULT_COLUMNS: readonly LogColumnId[] = CHOOSABLE.map(({ id }) => id).filter((id) =>
  USUAL.has(id),
);

/** The columns of a view, in their order. */
export function columnsOf({ columns, times }: Pick<LogView, 'columns' | 'times'>): ShownColumns {
  const chosen = columns === null ? USUAL : new Set<string>([...ALWAYS, ...columns]);
  const ids = IDS.filter((id) => chosen.has(id));
  const absolute = times === 'absolute';
  const cellOf = (id: LogColumnId) => {
    if (id === 'time' && absolute) return ABSOLUTE_TIME.cell;
    return id === 'server' && columns === null ? SERVER_IF_WIDE : COLUMNS[id].cell;
  };
  const widthOf = (id: LogColumnId, at: 0 | 1): number =>
    id === 'time' && absolute
      ? (ABSOLUTE_TIME.rem[at] ?? 0)
      : id === 'server' && columns === null && at === 0
        ? 0
        : COLUMNS[id].rem[at];
  const sum = (at: 0 | 1) => ids.reduce((rem, id) => rem + widthOf(id, at), 0);
  return {
    columns: ids.map((id) => ({ id, name: COLUMNS[id].name, cell: cellOf(id) })),
    minRem: [sum(0), sum(1)],
  };
}

export function useShownColumns({ columns, times }: LogView): ShownColumns {
  return useMemo(() => columnsOf({ columns, times }), [columns, times]);
}

export function LogHeader({ columns }: { columns: readonly ShownColumn[] }) {
  return (
    <thead className="block max-md:sr-only">
      <tr aria-rowindex={1} className="log-row log-head bg-sunken">
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={cn(column.cell, 'py-2.5 text-xs font-[560] text-ink-muted md:text-xs')}
          >
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Every closed row is this high, with its line below, as in the style sheet; so none is measured. */
const ROW_HEIGHT_PX = { phone: 65, comfortable: 49, compact: 29 };

export function useRowHeight(density: Density): number {
  const isPhone = useMedia('(width < 48rem)');
  return isPhone ? ROW_HEIGHT_PX.phone : ROW_HEIGHT_PX[density];
}
