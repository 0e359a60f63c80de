import { memo, type PointerEvent, useMemo, useState } from 'react';
import { barPath, countAxis, namedBars } from './bar-paths.ts';
import { barAt, PLOT } from './bar-span.ts';
import { ChartLegend, ChartTooltip, formatAxis } from './chart-parts.tsx';
import { useSize } from './use-size.ts';

interface PlottedSeries {
  name: string;
  color: string;
  /** One for each bar. */
  values: readonly number[];
}

interface BarPlotProps {
  series: readonly PlottedSeries[];
  /** What stands below each bar, if there is room. */
  labels: readonly string[];
  /** Text for the bar under the pointer. */
  titles: readonly string[];
  /** Later series over earlier ones, instead of beside them. */
  overlaid: boolean;
  /** Room above the bars, px. */
  top: number;
}

/** Below the axis, to the middle of its labels. */
const LABEL_Y = 20;

/** Bars over an axis, a path for each series. */
export const BarPlot = memo(function BarPlot({ series, labels, titles, overlaid, top }: BarPlotProps) {
  const [frame, { width, height }] = useSize<HTMLDivElement>();
  const [at, setAt] = useState<number | null>(null);
  const bars = labels.length;
  const plot = { width: width - PLOT.left - PLOT.right, height: height - PLOT.bottom - top };
  const place = plot.width / bars;
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(barAt(event.clientX - box.left, box.width, bars));
  };
  const isDrawn = plot.width > 0 && plot.height > 0;
  return (
    <div ref={frame} className="relative h-full" onPointerMove={point} onPointerLeave={() => setAt(null)}>
      {isDrawn && (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="absolute block size-full overflow-visible"
        >
          <g transform={`translate(${PLOT.left} ${top})`}>
            {at !== null && (
              <rect x={at * place} width={place} height={plot.height} className="fill-sunken" />
            )}
            <Drawing {...{ series, labels, overlaid }} {...plot} />
          </g>
        </svg>
      )}
      <div className="absolute inset-x-0 bottom-0">
        <ChartLegend payload={series.map(({ name, color }) => ({ value: name, color }))} />
      </div>
      {isDrawn && at !== null && (
        <div
          className="pointer-events-none absolute z-10 whitespace-nowrap"
          style={{
            top: top + plot.height / 4,
            ...(at < bars / 2
              ? { left: PLOT.left + (at + 1) * place + 4 }
              : { right: width - PLOT.left - at * place + 4 }),
          }}
        >
          <ChartTooltip
            active
            label={titles[at] ?? ''}
            payload={series.map(({ name, color, values }) => ({ name, color, value: values[at] ?? 0 }))}
          />
        </div>
      )}
    </div>
  );
});

interface DrawingProps extends Pick<BarPlotProps, 'series' | 'labels' | 'overlaid'> {
  width: number;
  height: number;
}

/** What stays as it is while somebody points at bars. */
const Drawing = memo(function Drawing({ series, labels, overlaid, width, height }: DrawingProps) {
  const { top, lines } = useMemo(
    () => countAxis(Math.max(0, ...series.flatMap(({ values }) => values))),
    [series],
  );
  const box = { width, height, top, beside: overlaid ? 1 : series.length };
  const yOf = (count: number) => height - (count / top) * height;
  return (
    <>
      {lines.map((count) => (
        <g key={count} transform={`translate(0 ${yOf(count).toFixed(1)})`}>
          <line x2={width} stroke="var(--chart-grid)" />
          <text x={-8} dy="0.355em" textAnchor="end" className="fill-ink-faint text-xs">
            {formatAxis(count)}
          </text>
        </g>
      ))}
      {namedBars(labels, width).map((at) => (
        <text
          key={at}
          x={((at + 0.5) * width) / labels.length}
          y={height + LABEL_Y}
          textAnchor="middle"
          className="fill-ink-faint text-xs"
        >
          {labels[at]}
        </text>
      ))}
      {series.map(({ name, color, values }, at) => (
        <path
          key={name}
          data-bars={values.filter((value) => value > 0).length}
          d={barPath(values, box, overlaid ? 0 : at)}
          fill={color}
        />
      ))}
    </>
  );
});
