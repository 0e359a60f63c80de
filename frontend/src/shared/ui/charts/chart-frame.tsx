import type { ReactNode } from 'react';

/** Charts are this high on every screen. */
export const CHART_HEIGHT = 300;

export interface DataTable {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

interface ChartFrameProps {
  table: DataTable;
  children: ReactNode;
  /** What stands over the picture and can be reached: the picture itself is hidden from aids. */
  overlay?: ReactNode;
  /** Below the picture, for eyes alone: the table has it. */
  legend?: ReactNode;
  /** Beside the way to the table. */
  controls?: ReactNode;
}

/** A chart with the same figures as a table behind it, for those whom a picture does not serve. */
export function ChartFrame({ table, children, overlay, legend, controls }: ChartFrameProps) {
  return (
    <figure className="m-0 flex h-full flex-col">
      <div className="relative h-[300px] shrink-0">
        <div className="h-full" aria-hidden="true">
          {children}
        </div>
        {overlay}
      </div>
      {legend && <div aria-hidden="true">{legend}</div>}
      <figcaption className="relative mt-auto grid grid-cols-[minmax(0,1fr)] gap-y-2 pt-2">
        <details className="text-[0.8125rem]">
          <summary className="inline-flex min-h-8 items-center rounded-sm text-ink-faint hover:text-ink">
            Show as table
          </summary>
          <div className="mt-2 max-h-56 overflow-auto rounded-md border border-line">
            <table className="tabular w-full text-left">
              <caption className="sr-only">{table.caption}</caption>
              <thead className="sticky top-0 bg-sunken text-ink-muted">
                <tr>
                  {table.columns.map((column) => (
                    <th key={column} scope="col" className="px-3 py-1.5 font-[560]">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((row) => (
                  <tr key={String(row[0])} className="border-t border-line">
                    {row.map((cell, index) => (
                      <td
                        key={table.columns[index]}
                        className="px-3 py-1.5 align-top first:whitespace-nowrap"
                      >
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
        {controls && <div className="sm:absolute sm:top-0 sm:right-0">{controls}</div>}
      </figcaption>
    </figure>
  );
}
