import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCompact, formatCount } from '../../lib/format.ts';
import { CHART_HEIGHT, ChartFrame } from './chart-frame.tsx';
import { axisStyle, ChartLegend, ChartTooltip } from './chart-parts.tsx';

export interface TrafficDay {
  date: string;
  total_requests: number;
  blocked_requests: number;
}

const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });

const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric' });

/** Days come as dates without a time: read as UTC so that no time zone moves them. */
function labelOf(date: string, step: 'hour' | 'day'): string {
  const parsed = new Date(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : date);
  if (Number.isNaN(parsed.getTime())) return date;
  return (step === 'hour' ? hour : day).format(parsed);
}

interface TrafficChartProps {
  days: readonly TrafficDay[];
  step?: 'hour' | 'day';
}

/** Total against blocked, one pair of bars a day or hour. */
export default function TrafficChart({ days, step = 'day' }: TrafficChartProps) {
  const data = days.map((entry) => ({ ...entry, label: labelOf(entry.date, step) }));
  return (
    <ChartFrame
      table={{
        caption: `Requests per ${step}`,
        columns: [step === 'hour' ? 'Hour' : 'Day', 'Total', 'Blocked'],
        rows: data.map((entry) => [
          entry.label,
          formatCount(entry.total_requests),
          formatCount(entry.blocked_requests),
        ]),
      }}
    >
      <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
        <BarChart
          accessibilityLayer={false}
          data={data}
          margin={{ top: 8, right: 4, left: -8, bottom: 0 }}
          barGap={3}
        >
          <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
          <XAxis dataKey="label" tickLine={false} axisLine={false} tick={axisStyle} dy={6} />
          <YAxis
            tickLine={false}
            axisLine={false}
            tick={axisStyle}
            tickFormatter={formatCompact}
            allowDecimals={false}
          />
          <Tooltip cursor={{ fill: 'var(--sunken)' }} content={<ChartTooltip />} />
          <Legend itemSorter={null} content={<ChartLegend />} />
          <Bar
            name="Total"
            dataKey="total_requests"
            fill="var(--chart-total)"
            radius={[4, 4, 0, 0]}
            maxBarSize={28}
            isAnimationActive={false}
          />
          <Bar
            name="Blocked"
            dataKey="blocked_requests"
            fill="var(--chart-blocked)"
            radius={[4, 4, 0, 0]}
            maxBarSize={28}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}
