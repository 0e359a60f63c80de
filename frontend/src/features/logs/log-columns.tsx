import type { ComponentProps } from 'react';
import { cn } from '../../shared/lib/cn.ts';

/** On phones these stand in the details, so that a row needs no sideways scrolling. */
export const onPhonesInDetails = 'max-md:hidden';

/** Fixed widths, so that rows that come and go do not move the columns; what is left is the request's. */
export const LOG_COLUMNS = [
  { name: 'Time', width: 'w-20 md:w-21' },
  { name: 'Server', width: 'w-22', className: onPhonesInDetails },
  { name: 'IP Address', width: 'w-30', className: onPhonesInDetails },
  { name: 'Location', width: 'w-18 2xl:w-36', className: onPhonesInDetails },
  { name: 'Domain', width: 'w-32 2xl:w-44', className: onPhonesInDetails },
  { name: 'Request', width: '' },
  { name: 'Threat Type', width: 'w-28 2xl:w-36', className: onPhonesInDetails },
  { name: 'Severity', width: 'w-22' },
  { name: 'Details', width: 'w-12 md:w-22' },
] as const satisfies readonly { name: string; width: string; className?: string }[];

const spacing = 'px-2 first:pl-4 last:pr-3 sm:first:pl-5';

export function LogHeader() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {LOG_COLUMNS.map((column) => (
          <th
            key={column.name}
            scope="col"
            className={cn(
              'border-b border-line bg-sunken py-2.5 text-xs font-[560] whitespace-nowrap text-ink-muted',
              spacing,
              column.width,
              'className' in column && column.className,
            )}
          >
            {column.name === 'Details' ? <span className="max-md:sr-only">Details</span> : column.name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A closed row with its line below. Every closed row is this high, so that none has to be measured. */
export const ROW_HEIGHT = 49;

export function LogCell({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td className={cn('h-[49px] border-b border-line py-0 align-middle', spacing, className)} {...rest} />
  );
}
