import { arc, type PieArcDatum, pie } from 'd3-shape';
import { useId, useMemo, useState } from 'react';
import { formatPercent } from '../../../shared/lib/format.ts';
import { CHART_HEIGHT, ChartFrame } from '../../../shared/ui/charts/chart-frame.tsx';
import { ChartTooltip, PIE_COLORS } from '../../../shared/ui/charts/chart-parts.tsx';
import { sliceStyle } from '../../../shared/ui/charts/slice-style.ts';

interface Slice {
  threat_type: string;
  percentage: number;
}

const RADIUS = { inner: 78, outer: 117, label: 133 } as const;
/** Slivers' labels would overlap: the legend has them. */
const LABELLED_FROM = 0.03;

const anglesOf = pie<Slice>()
  .value(({ percentage }) => percentage)
  .sort(null)
  .padAngle((2 * Math.PI) / 180);
const sector = arc<PieArcDatum<Slice>>().innerRadius(RADIUS.inner).outerRadius(RADIUS.outer).cornerRadius(3);

/** The share of a slice, written outside of it. */
function ShareLabel({ share, angle }: { share: number; angle: number }) {
  if (share < LABELLED_FROM) return null;
  const [x, y] = [Math.sin(angle), -Math.cos(angle)].map((part) => part * RADIUS.label) as [number, number];
  return (
    <text
      x={x}
      y={y}
      dy="0.355em"
      textAnchor={x > 0 ? 'start' : 'end'}
      className="fill-ink text-xs font-[600]"
    >
      {`${Math.round(share * 100)}%`}
    </text>
  );
}

/** Stripes in a colour, for the second time that it comes round. */
function Stripes({ id, color }: { id: string; color: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill={color} fillOpacity="0.3" />
      <rect width="3" height="6" fill={color} />
    </pattern>
  );
}

export default function ThreatPie({ slices }: { slices: readonly Slice[] }) {
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const drawn = useMemo(() => anglesOf([...slices]), [slices]);
  const whole = slices.reduce((sum, { percentage }) => sum + percentage, 0);
  const pointed = at === null ? undefined : slices[at];
  const fillOf = (index: number): string => {
    const { color, striped } = sliceStyle(index, slices.length);
    return striped ? `url(#${id}-${color})` : PIE_COLORS[color];
  };
  return (
    <ChartFrame
      table={{
        caption: 'Share of each threat type',
        columns: ['Threat type', 'Share'],
        rows: slices.map(({ threat_type, percentage }) => [threat_type, formatPercent(percentage)]),
      }}
      legend={
        <ul className="mx-auto mt-2 grid w-fit max-h-28 grid-cols-[auto_auto] gap-x-3 gap-y-1 overflow-y-auto sm:gap-x-6 text-xs text-ink-muted">
          {slices.map(({ threat_type, percentage }, index) => (
            <li key={threat_type} className="flex items-center gap-1.5 whitespace-nowrap">
              <svg aria-hidden="true" width="10" height="10" className="shrink-0">
                <rect width="10" height="10" rx="3" fill={fillOf(index)} />
              </svg>
              {threat_type}
              <span className="tabular ml-auto pl-1 font-[600] text-ink">{formatPercent(percentage)}</span>
            </li>
          ))}
        </ul>
      }
    >
      <div className="h-full">
        <svg aria-hidden="true" width="0" height="0" className="absolute">
          <defs>
            {PIE_COLORS.map((color, index) => (
              <Stripes key={color} id={`${id}-${index}`} color={color} />
            ))}
          </defs>
        </svg>
        <svg
          aria-hidden="true"
          viewBox={`${-CHART_HEIGHT / 2} ${-CHART_HEIGHT / 2} ${CHART_HEIGHT} ${CHART_HEIGHT}`}
          className="mx-auto block size-full overflow-visible"
        >
          {drawn.map((slice) => (
            <path
              key={slice.data.threat_type}
              data-slice={slice.index}
              d={sector(slice) ?? ''}
              fill={fillOf(slice.index)}
              onPointerEnter={() => setAt(slice.index)}
              onPointerLeave={() => setAt(null)}
            />
          ))}
          {drawn.map((slice) => (
            <ShareLabel
              key={slice.data.threat_type}
              share={slice.data.percentage / whole}
              angle={(slice.startAngle + slice.endAngle) / 2}
            />
          ))}
        </svg>
        {pointed && (
          <div className="pointer-events-none absolute top-1/2 left-1/2 -translate-1/2">
            <ChartTooltip
              active
              payload={[
                {
                  name: pointed.threat_type,
                  value: pointed.percentage,
                  color: PIE_COLORS[sliceStyle(at ?? 0, slices.length).color],
                },
              ]}
              unit="%"
            />
          </div>
        )}
      </div>
    </ChartFrame>
  );
}
