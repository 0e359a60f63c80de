import { useId } from 'react';
import { Cell, Pie, PieChart, ResponsiveContainer, Tooltip } from 'recharts';
import { formatPercent } from '../../../shared/lib/format.ts';
import { CHART_HEIGHT, ChartFrame } from '../../../shared/ui/charts/chart-frame.tsx';
import { ChartTooltip, PIE_COLORS } from '../../../shared/ui/charts/chart-parts.tsx';
import { sliceLook } from '../../../shared/ui/charts/slice-look.ts';

interface Slice {
  threat_type: string;
  percentage: number;
}

interface LabelAt {
  cx?: number | string;
  cy?: number | string;
  midAngle?: number;
  outerRadius?: number | string;
  percent?: number;
}

/** The share of each slice, written outside of it; slivers would overlap and stay bare: the legend has them. */
function ShareLabel({ cx, cy, midAngle = 0, outerRadius, percent = 0 }: LabelAt) {
  if (percent < 0.03) return null;
  const radius = Number(outerRadius) + 16;
  const angle = (-midAngle * Math.PI) / 180;
  const x = Number(cx) + radius * Math.cos(angle);
  return (
    <text
      x={x}
      y={Number(cy) + radius * Math.sin(angle)}
      fill="var(--ink)"
      fontSize={12}
      fontWeight={600}
      textAnchor={x > Number(cx) ? 'start' : 'end'}
      dominantBaseline="central"
    >
      {`${Math.round(percent * 100)}%`}
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
  const fillOf = (index: number): string => {
    const { color, striped } = sliceLook(index, slices.length);
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
        <div>
          <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
            <PieChart accessibilityLayer={false}>
              <Pie
                data={[...slices]}
                dataKey="percentage"
                nameKey="threat_type"
                startAngle={90}
                endAngle={-270}
                innerRadius="52%"
                outerRadius="78%"
                paddingAngle={2}
                cornerRadius={3}
                stroke="none"
                rootTabIndex={-1}
                label={ShareLabel}
                labelLine={false}
                isAnimationActive={false}
              >
                {slices.map(({ threat_type }, index) => (
                  <Cell key={threat_type} fill={fillOf(index)} />
                ))}
              </Pie>
              <Tooltip content={<ChartTooltip unit="%" />} />
            </PieChart>
          </ResponsiveContainer>
        </div>
      </div>
    </ChartFrame>
  );
}
