import { ZoomOut } from 'lucide-react';
import { useMemo } from 'react';
import type { Analytics } from '../../shared/api/types.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import type { ChartMarker } from '../../shared/ui/charts/markers-by-bar.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import TrafficChart from '../log/charts/traffic-chart.tsx';

interface TrafficCardProps {
  data: Analytics | undefined;
  /** "last 7 days", or from when to when. */
  period: string;
  markers: readonly ChartMarker[];
  /** Called when somebody turns to the chart. */
  onInterest: () => void;
  onZoom: (from: Date, to: Date) => void;
  /** Set where a time range is shown that was chosen. */
  onReset: (() => void) | null;
}

/** Requests over time, into which one can zoom. */
export function TrafficCard({ data, period, markers, onInterest, onZoom, onReset }: TrafficCardProps) {
  const unit = data?.step ?? 'day';
  const days = useMemo(
    () =>
      data?.series.map(({ time, requests, blocked }) => ({
        date: time,
        total_requests: requests,
        blocked_requests: blocked,
      })) ?? [],
    [data],
  );
  return (
    <Card>
      <CardHeader
        title={`Traffic, ${period}`}
        description={
          <>
            Requests per {unit === 'day' ? 'day (UTC)' : 'hour'}
            <span className="max-sm:hidden print:hidden">. Drag across bars to zoom in.</span>
          </>
        }
        action={
          onReset && (
            <Button
              size="sm"
              variant="secondary"
              className="print:hidden"
              icon={<ZoomOut className="size-3.5" />}
              onClick={onReset}
            >
              Reset zoom
            </Button>
          )
        }
      />
      <CardBody onPointerEnter={onInterest} onFocus={onInterest}>
        {data ? (
          <TrafficChart step={data.step} markers={markers} onZoom={onZoom} picker days={days} />
        ) : (
          <Skeleton className="h-[300px]" />
        )}
      </CardBody>
    </Card>
  );
}
