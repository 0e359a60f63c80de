import { useMemo } from 'react';
import type { AnalyticsBreakdowns } from '../../shared/api/types.ts';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import TrafficChart from '../log/charts/traffic-chart.tsx';

const names = {
  all: 'Failures',
  total: '5xx',
  blocked: 'Origin errors',
  empty: 'Nothing failed in this period',
  color: 'var(--chart-3)',
  hint: 'Responses with status 5xx and origins that did not respond appear here.',
} as const;

interface FailuresCardProps {
  data: AnalyticsBreakdowns | undefined;
  onZoom: (from: Date, to: Date) => void;
}

/** When requests failed; drawing over bars zooms in, as in the chart of all requests. */
export function FailuresCard({ data, onZoom }: FailuresCardProps) {
  const days = useMemo(
    () =>
      data?.failure_series.map(({ time, server_errors, origin_failures }) => ({
        date: time,
        total_requests: server_errors,
        blocked_requests: origin_failures,
      })) ?? [],
    [data],
  );
  return (
    <Card aria-label="Failures">
      <CardHeader
        title="Failures"
        description="Responses with status 5xx, and origins that did not respond"
      />
      <CardBody>
        {data ? (
          <TrafficChart step={data.step} onZoom={onZoom} names={names} days={days} />
        ) : (
          <Skeleton className="h-[300px]" />
        )}
      </CardBody>
    </Card>
  );
}
