import { Cell, Pie, PieChart, ResponsiveContainer, Tooltip } from 'recharts';
import { CHART_HEIGHT, ChartFrame } from './chart-frame.tsx';
import { ChartTooltip, PIE_COLORS } from './chart-parts.tsx';

interface Slice {
  threat_type: string;
  percentage: number;
}

const colorOf = (index: number) => PIE_COLORS[index % PIE_COLORS.length];

interface LabelAt {
  cx?: number | string;
  cy?: number | string;
  midAngle?: number;
  outerRadius?: number | string;
  percent?: number;
}

/** The share of each slice, written outside of it; slivers would overlap and stay bare. */
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

export default function ThreatPie({ slices }: { slices: readonly Slice[] }) {
  return (
    <ChartFrame
      table={{
        caption: 'Share of each threat type',
        columns: ['Threat type', 'Share'],
        rows: slices.map(({ threat_type, percentage }) => [threat_type, `${percentage}%`]),
      }}
    >
      <div className="flex h-full flex-col">
        <div className="min-h-0 flex-1">
          <ResponsiveContainer width="100%" height={CHART_HEIGHT - 64}>
            <PieChart accessibilityLayer={false}>
              <Pie
                data={[...slices]}
                dataKey="percentage"
                nameKey="threat_type"
                innerRadius="52%"
                outerRadius="76%"
                paddingAngle={2}
                cornerRadius={3}
                stroke="none"
                rootTabIndex={-1}
                label={ShareLabel}
                labelLine={false}
                isAnimationActive={false}
              >
                {slices.map(({ threat_type }, index) => (
                  <Cell key={threat_type} fill={colorOf(index)} />
                ))}
              </Pie>
              <Tooltip content={<ChartTooltip unit="%" />} />
            </PieChart>
          </ResponsiveContainer>
        </div>
        <ul className="flex max-h-16 flex-wrap justify-center gap-x-4 gap-y-1 overflow-y-auto pt-2 text-xs text-ink-muted">
          {slices.map(({ threat_type }, index) => (
            <li key={threat_type} className="flex items-center gap-1.5">
              <span className="size-2.5 rounded-[3px]" style={{ background: colorOf(index) }} />
              {threat_type}
            </li>
          ))}
        </ul>
      </div>
    </ChartFrame>
  );
}
