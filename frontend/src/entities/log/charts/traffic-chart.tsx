import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { useTimeZone } from '../../../shared/hooks/use-time-zone.ts';
import { cn } from '../../../shared/lib/cn.ts';
import { formatCount } from '../../../shared/lib/format.ts';
import { BarPlot } from '../../../shared/ui/charts/bar-plot.tsx';
import { type BarSpan, PLOT, plotWidth, plotX } from '../../../shared/ui/charts/bar-span.ts';
import { BarSpanPicker } from '../../../shared/ui/charts/bar-span-picker.tsx';
import { ChartFrame } from '../../../shared/ui/charts/chart-frame.tsx';
import { ChartMarkers } from '../../../shared/ui/charts/chart-markers.tsx';
import { type ChartMarker, markersByBar } from '../../../shared/ui/charts/markers-by-bar.ts';
import { useBarSpanDrag } from '../../../shared/ui/charts/use-bar-span-drag.ts';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { barLabel, barLabels, beginOf, STEP_MS, type Step } from './traffic-labels.ts';

export interface TrafficDay {
  date: string;
  total_requests: number;
  blocked_requests: number;
}

interface TrafficChartProps {
  days: readonly TrafficDay[];
  step?: Step;
  /** Called with a time range that was chosen: the beginning of its first bar, the end of its last. */
  onZoom?: (from: Date, to: Date) => void;
  /** Whether a time range can be chosen without a pointer as well; where not, the page has another way. */
  picker?: boolean;
  markers?: readonly ChartMarker[];
  /** The two counted values, if not requests and blocked requests. */
  names?: ChartNames;
}

interface ChartNames {
  /** Heading of the equivalent table: "Requests". */
  all: string;
  total: string;
  blocked: string;
  /** Said in place of a chart without bars. */
  empty: string;
  hint: string;
  /** Colour of the first bar, if it counts something bad. */
  color?: string;
}

const REQUESTS: ChartNames = {
  all: 'Requests',
  total: 'Total',
  blocked: 'Blocked',
  empty: 'No requests in this time',
  hint: 'Requests appear here within seconds.',
};

/** Beyond this many, the two bars of a pair would be hairs side by side: the blocked part is drawn over the total. */
const MAX_PAIRS = 31;
const NO_MARKERS: readonly ChartMarker[] = [];
/** Space above the bars, also where markers are shown in it. */
const TOP_PX = 8;
const FLAGS_PX = 30;

/** Total against blocked, one pair of bars a day or hour. Drawing over bars chooses a time range. */
export default function TrafficChart({
  days,
  step = 'day',
  onZoom,
  picker = false,
  markers = NO_MARKERS,
  names = REQUESTS,
}: TrafficChartProps) {
  const bars = days.length;
  const { zone } = useTimeZone();
  const begins = useMemo(() => days.map(({ date }) => beginOf(date)), [days]);
  const labels = useMemo(
    () =>
      barLabels(
        days.map(({ date }) => date),
        step,
        zone,
      ),
    [days, step, zone],
  );
  const shortLabels = useMemo(
    () => days.map(({ date }) => barLabel(date, step, days.length, false, zone)),
    [days, step, zone],
  );
  const series = useMemo(
    () => [
      {
        name: names.total,
        color: names.color ?? 'var(--chart-total)',
        values: days.map((day) => day.total_requests),
      },
      { name: names.blocked, color: 'var(--chart-blocked)', values: days.map((day) => day.blocked_requests) },
    ],
    [days, names],
  );
  const byBar = useMemo(() => markersByBar(markers, begins, STEP_MS[step]), [markers, begins, step]);
  const choose =
    onZoom &&
    (({ first, last }: BarSpan) =>
      onZoom(new Date(begins[first] ?? 0), new Date((begins[last] ?? 0) + STEP_MS[step])));
  const { span, handlers } = useBarSpanDrag(bars, choose);
  const crowded = bars > MAX_PAIRS;
  const withMarkers = byBar.size > 0;
  if (!withMarkers && days.every(({ total_requests }) => total_requests === 0)) {
    return (
      <EmptyState className="h-[300px] max-sm:h-52 content-center" icon={<ChartColumn />} title={names.empty}>
        {names.hint}
      </EmptyState>
    );
  }
  return (
    <ChartFrame
      table={{
        caption: `${names.all} per ${step}`,
        columns: [
          step === 'hour' ? 'Hour' : 'Day',
          names.total,
          names.blocked,
          ...(withMarkers ? ['Changes'] : []),
        ],
        rows: days.map((entry, bar) => [
          labels[bar] ?? entry.date,
          formatCount(entry.total_requests),
          formatCount(entry.blocked_requests),
          ...(withMarkers
            ? [(byBar.get(bar) ?? []).map(({ title, text }) => `${title} ${text}`).join('; ')]
            : []),
        ]),
      }}
      overlay={withMarkers && <ChartMarkers byBar={byBar} bars={bars} />}
      controls={
        picker &&
        choose &&
        bars > 1 && <BarSpanPicker key={`${days[0]?.date}/${bars}`} labels={labels} onChoose={choose} />
      }
    >
      <div
        data-testid={names === REQUESTS ? 'traffic-chart' : 'failures-chart'}
        className={cn('relative h-full select-none', choose && bars > 1 && 'cursor-col-resize touch-pan-y')}
        {...handlers}
      >
        <BarPlot
          series={series}
          labels={shortLabels}
          titles={labels}
          overlaid={crowded}
          top={withMarkers ? FLAGS_PX : TOP_PX}
        />
        {span && (
          <div
            className="pointer-events-none absolute top-0 rounded-sm border-x-2 border-brand-text bg-brand-text/15"
            style={{
              bottom: PLOT.bottom,
              left: plotX(span.first / bars),
              width: plotWidth((span.last - span.first + 1) / bars),
            }}
          />
        )}
      </div>
    </ChartFrame>
  );
}
