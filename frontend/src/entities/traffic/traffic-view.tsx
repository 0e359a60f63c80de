import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { Domain } from '../../shared/api/types.ts';
import { useSearchPatch, useSearchState } from '../../shared/hooks/use-search-state.ts';
import { useTimeZone } from '../../shared/hooks/use-time-zone.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { TimeZoneSwitch } from '../../shared/ui/time-zone-switch.tsx';
import { type AnalyticsRange, useAnalyticsQuery } from './analytics-api.ts';
import { CompareControl } from './compare-control.tsx';
import { CountriesCard } from './countries-card.tsx';
import { periodFrom, rangeOf, ranges, timeRangeOf, timeRangeText } from './period.ts';
import { TopLists } from './top-lists.tsx';
import { TrafficCard } from './traffic-card.tsx';
import { TrafficFigures } from './traffic-figures.tsx';
import { useConfigMarkers } from './use-config-markers.ts';

// The first figures are there before what they are made of.
const ErrorState = lazy(async () => ({
  default: (await import('../../shared/ui/error-state.tsx')).ErrorState,
}));
/** Below what a screen shows first. */
const RecentActivity = lazy(async () => ({ default: (await import('./later.ts')).RecentActivity }));
const Breakdowns = lazy(async () => ({ default: (await import('./later.ts')).Breakdowns }));

/** Holds the place of what chooses the other period. */
const compareLater = (
  <Button size="sm" variant="secondary" disabled>
    Compare
  </Button>
);

/** The period that the address names. */
export function usePeriod() {
  const [rangeText] = useSearchState('range', '7d');
  const [from] = useSearchState('from', '');
  const [to] = useSearchState('to', '');
  const timeRange = useMemo(() => timeRangeOf(from, to), [from, to]);
  return { range: rangeOf(rangeText), timeRange };
}

interface TrafficViewProps {
  domains: readonly Domain[];
  /** The one domain by its name; empty for all of them. */
  domain: string;
  /** Content beside the choice of the period. */
  actions?: ReactNode;
}

/** Traffic of a period, by source, with the blocked part; the period is in the URL. */
export function TrafficView({ domains, domain, actions }: TrafficViewProps) {
  const change = useSearchPatch();
  const { zone } = useTimeZone();
  const { range, timeRange } = usePeriod();
  const { data, error, refetch, isFetching } = useAnalyticsQuery(timeRange ?? range.value, domain || null);
  const [against] = useSearchState('against', '');
  const other = data ? periodFrom(against, data) : null;
  const { currentData: compared } = useAnalyticsQuery(other, domain || null);
  const { markers, onInterest } = useConfigMarkers(domains, domain);

  const resetZoom = () => change({ from: null, to: null });
  const setRange = (value: AnalyticsRange | 'chosen') =>
    change({ range: value === '7d' ? null : value, from: null, to: null });
  const zoomTo = (first: Date, last: Date) => change({ from: first.toISOString(), to: last.toISOString() });
  // Links to the log keep the displayed period.
  const within = { ...(domain && { domain }), ...(timeRange ?? (data && { from: data.from })) };

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3 sm:mb-5">
        <Segmented
          label="Period"
          className="max-sm:w-full"
          value={timeRange ? 'chosen' : range.value}
          options={ranges}
          onChange={setRange}
        />
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {data ? <CompareControl period={data} against={other} /> : compareLater}
          {actions}
          <TimeZoneSwitch />
        </div>
      </div>
      {error && !data ? (
        <Card>
          <Suspense>
            <ErrorState message={messageOf(error, 'Failed to load dashboard statistics')} onRetry={refetch} />
          </Suspense>
        </Card>
      ) : (
        <div aria-busy={isFetching} className="grid gap-4 sm:gap-5">
          <TrafficFigures
            data={data}
            before={other ? compared?.totals : data?.before}
            period={
              other
                ? timeRangeText(other, data?.step ?? 'hour', zone)
                : timeRange
                  ? 'the time before'
                  : range.before
            }
          />
          <TrafficCard
            data={data}
            period={
              timeRange ? timeRangeText(data ?? timeRange, data?.step ?? 'hour', zone) : `last ${range.label}`
            }
            markers={markers}
            onInterest={onInterest}
            onZoom={zoomTo}
            onReset={timeRange && resetZoom}
          />
          <CountriesCard rows={data?.countries} within={within} />
          <TopLists data={data} compared={compared} within={within} />
          <Suspense>
            <RecentActivity domain={domain || null} timeRange={timeRange} within={within} />
          </Suspense>
          <Suspense>
            <Breakdowns
              period={timeRange ?? range.value}
              compared={other}
              domain={domain || null}
              within={within}
              onZoom={zoomTo}
            />
          </Suspense>
        </div>
      )}
    </>
  );
}
