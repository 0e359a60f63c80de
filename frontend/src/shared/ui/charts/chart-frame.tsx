import type { ReactNode } from 'react';

/** Charts are this high on every screen. */
export const CHART_HEIGHT = 300;

export interface DataTable {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** A chart with the same figures as a table behind it, for those whom a picture does not serve. */
export function ChartFrame({ table, children }: { table: DataTable; children: ReactNode }) {
  return (
    <figure className="m-0">
      <div className="h-[300px]" aria-hidden="true">
        {children}
      </div>
      <figcaption>
        <details className="mt-2 text-[0.8125rem]">
          <summary className="inline-flex min-h-6 items-center rounded-sm text-ink-faint hover:text-ink">
            Show as table
          </summary>
          <div className="mt-2 max-h-56 overflow-auto rounded-md border border-line">
            <table className="tabular w-full text-left">
              <caption className="sr-only">{table.caption}</caption>
              <thead className="bg-sunken text-ink-muted">
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
                      <td key={table.columns[index]} className="px-3 py-1.5">
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </figcaption>
    </figure>
  );
}
