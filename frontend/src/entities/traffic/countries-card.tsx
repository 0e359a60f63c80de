import { ArrowDown, ArrowUp } from 'lucide-react';
import { lazy, Suspense, startTransition, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Analytics } from '../../shared/api/types.ts';
import { countryName, formatCount, formatPercent } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Country } from '../../shared/ui/country.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Table, Td, Th } from '../../shared/ui/table.tsx';
import { countryFilter, type LogFilters, logLink } from '../log/log-filters.ts';

const WorldMap = lazy(async () => ({ default: (await import('./later.ts')).WorldMap }));

type Row = Analytics['countries'][number];
type Counted = 'requests' | 'blocked';
type Sorting = 'country' | Counted;

const SHORT = 8;
const columns: readonly { by: Sorting; name: string }[] = [
  { by: 'country', name: 'Country' },
  { by: 'requests', name: 'Requests' },
  { by: 'blocked', name: 'Blocked' },
];

const compare: Record<Sorting, (a: Row, b: Row) => number> = {
  country: (a, b) => countryName(a.country).localeCompare(countryName(b.country)),
  requests: (a, b) => b.requests - a.requests,
  blocked: (a, b) => b.blocked - a.blocked,
};

/** Domain and time range, which what is looked up in the log keeps. */
type Within = LogFilters & { domain?: string };

function CountryTable({ rows, within }: { rows: readonly Row[]; within: Within }) {
  const [sorting, setSorting] = useState<Sorting>('requests');
  const [reversed, setReversed] = useState(false);
  const [all, setAll] = useState(false);
  const sorted = useMemo(() => {
    const inOrder = rows.toSorted(compare[sorting]);
    return reversed ? inOrder.reverse() : inOrder;
  }, [rows, sorting, reversed]);
  // Names go up first, figures down.
  const ascending = (sorting === 'country') !== reversed;
  const Arrow = ascending ? ArrowUp : ArrowDown;
  return (
    <div className="min-w-0 overflow-hidden rounded-md border border-line">
      <div className="max-h-[26rem] overflow-y-auto">
        <Table label="Requests by country">
          <thead>
            <tr>
              {columns.map(({ by, name }) => (
                <Th
                  key={by}
                  className={by === 'country' ? 'border-t-0' : 'border-t-0 text-right'}
                  aria-sort={sorting === by ? (ascending ? 'ascending' : 'descending') : undefined}
                >
                  <button
                    type="button"
                    className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink"
                    onClick={() => {
                      setReversed(sorting === by && !reversed);
                      setSorting(by);
                    }}
                  >
                    {name}
                    {sorting === by && <Arrow aria-hidden="true" className="size-3" />}
                  </button>
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, all ? undefined : SHORT).map(({ country, requests, blocked, percentage }) => (
              <tr key={country} className="last:[&>td]:border-b-0">
                <Td className="w-full max-w-0 truncate py-2">
                  <Link
                    to={logLink({ ...within, country: countryFilter(country) })}
                    className="filter-link block truncate"
                  >
                    <Country code={country} />
                  </Link>
                </Td>
                <Td className="tabular py-2 text-right whitespace-nowrap">
                  {formatCount(requests)}
                  <span className="ml-2 inline-block w-11 text-xs text-ink-faint max-sm:hidden">
                    {formatPercent(percentage)}
                  </span>
                </Td>
                <Td
                  className={
                    blocked > 0
                      ? 'tabular py-2 text-right text-danger-text'
                      : 'tabular py-2 text-right text-ink-faint'
                  }
                >
                  {formatCount(blocked)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {rows.length > SHORT && (
        <div className="border-t border-line p-1.5">
          <Button
            size="sm"
            variant="ghost"
            block
            onClick={() => startTransition(() => setAll(!all))}
            aria-expanded={all}
          >
            {all ? 'Show fewer' : `Show all ${rows.length} countries`}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Where requests come from: a map, and a table with the same figures that can be put in order. */
export function CountriesCard({ rows, within }: { rows: readonly Row[] | undefined; within: Within }) {
  const navigate = useNavigate();
  const [counted, setCounted] = useState<Counted>('requests');
  const counts = useMemo(() => new Map(rows?.map((row) => [row.country, row[counted]])), [rows, counted]);
  return (
    <Card>
      <CardHeader
        title="Top Countries"
        description="Where requests come from"
        action={
          <Segmented
            label="Shaded by"
            value={counted}
            onChange={setCounted}
            options={[
              { value: 'requests', label: 'Requests' },
              { value: 'blocked', label: 'Blocked' },
            ]}
          />
        }
      />
      <CardBody>
        {rows?.length === 0 && <p className="py-8 text-center text-sm text-ink-muted">No traffic yet.</p>}
        {rows?.length !== 0 && (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
            <Suspense fallback={<Skeleton className="aspect-[2/1] w-full" />}>
              {rows ? (
                <WorldMap
                  counts={counts}
                  noun={counted === 'requests' ? 'requests' : 'blocked requests'}
                  tone={counted === 'requests' ? 'plain' : 'danger'}
                  onChoose={(country) => navigate(logLink({ ...within, country }))}
                />
              ) : (
                <Skeleton className="aspect-[2/1] w-full" />
              )}
            </Suspense>
            {rows ? <CountryTable rows={rows} within={within} /> : <Skeleton className="h-80" />}
          </div>
        )}
      </CardBody>
    </Card>
  );
}
