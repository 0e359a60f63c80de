import { useSyncExternalStore } from 'react';
import { cn } from '../../shared/lib/cn.ts';

// A cell's classes are whole sentences, put together once: a row is made hundreds of times a second. On phones a row
// has two lines, whose places the style sheet names; what has none stands in the details.
const cell = 'clipped md:px-2 md:first:pl-5 md:last:pr-3';
const wideCell = `${cell} max-md:hidden`;

/** In the order of the row's grid (`log-row` in the style sheet). Widths are fixed, what is left is the request's. */
export const LOG_COLUMNS = [
  {
    name: 'Time',
    cell: `${cell} max-md:[grid-area:time] max-md:text-xs md:w-26 md:text-[0.8125rem] 2xl:w-30`,
  },
  // Where the request would have no room beside it, it stands in the details only.
  { name: 'Server', cell: `${cell} max-2xl:hidden 2xl:w-28 2xl:text-[0.8125rem]` },
  { name: 'IP Address', cell: `${cell} max-md:[grid-area:address] md:w-32 2xl:w-36` },
  { name: 'Location', cell: `${wideCell} w-17 2xl:w-36` },
  { name: 'Domain', cell: `${wideCell} w-27 text-[0.8125rem] 2xl:w-46` },
  { name: 'Request', cell: `${cell} min-w-0 flex-1 max-md:[grid-area:request]` },
  { name: 'Status', cell: `${wideCell} w-15 text-[0.8125rem] 2xl:w-18` },
  {
    name: 'Threat Type',
    cell: `${cell} max-md:[grid-area:threat] max-md:text-right max-md:text-xs md:w-29 2xl:w-36`,
  },
  { name: 'Severity', cell: `${cell} max-md:[grid-area:severity] max-md:text-right md:w-22 2xl:w-26` },
  { name: 'Details', cell: `${cell} max-md:[grid-area:details] md:w-22 2xl:w-24` },
] as const;

export function LogHeader() {
  return (
    <thead className="block max-md:sr-only">
      <tr aria-rowindex={1} className="log-row h-auto bg-sunken">
        {LOG_COLUMNS.map((column) => (
          <th
            key={column.name}
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
const ROW_HEIGHT_PX = { phone: 65, wide: 49 };
const phone = '(width < 48rem)';

function onPhoneChange(changed: () => void): () => void {
  const query = window.matchMedia(phone);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

export function useRowHeight(): number {
  return useSyncExternalStore(onPhoneChange, () =>
    window.matchMedia(phone).matches ? ROW_HEIGHT_PX.phone : ROW_HEIGHT_PX.wide,
  );
}
