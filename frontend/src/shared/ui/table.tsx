import type { ComponentProps, CSSProperties } from 'react';
import { cn } from '../lib/cn.ts';

type TableProps = ComponentProps<'table'> & {
  label: string;
  /** The header; with it, a row becomes a small card on phones, each cell beside its column's name. */
  columns?: readonly string[];
};

/** The names of the columns as the style sheet wants them (`stacked-table`): strings of CSS. */
function columnNames(columns: readonly string[]): CSSProperties {
  return Object.fromEntries(columns.map((name, index) => [`--column-${index + 1}`, JSON.stringify(name)]));
}

/** Wide tables scroll inside their own box; the box takes focus so that the keyboard can scroll it too. */
export function Table({ label, columns, className, children, ...rest }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className="overflow-x-auto -outline-offset-2">
      <table
        className={cn('w-full border-collapse text-left text-sm', columns && 'stacked-table', className)}
        style={columns && columnNames(columns)}
        {...rest}
      >
        {columns && (
          <thead>
            <tr>
              {columns.map((column) => (
                <Th key={column}>{column}</Th>
              ))}
            </tr>
          </thead>
        )}
        {children}
      </table>
    </section>
  );
}

export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn(
        'border-y border-line bg-sunken px-2 sm:px-3 md:px-4 py-2.5 text-xs font-[560] whitespace-nowrap text-ink-muted first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      className={cn(
        'border-b border-line px-2 sm:px-3 md:px-4 py-3 align-middle first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
        className,
      )}
      {...rest}
    />
  );
}
