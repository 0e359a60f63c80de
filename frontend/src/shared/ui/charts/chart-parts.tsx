import { formatCount } from '../../lib/format.ts';

const axis = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
/** All figures of an axis in one form: "8K" beside "16K". */
export const formatAxis = (value: number): string => axis.format(value);

/** The pie's colours; with more slices than four they come round again. */
export const PIE_COLORS = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'] as const;

interface Series {
  name?: string | number;
  value?: unknown;
  color?: string;
}

interface ChartTooltipProps {
  active?: boolean;
  label?: string | number;
  payload?: readonly Series[];
  unit?: string;
  /** How the label reads; as it is without. */
  labelOf?: (label: string | number) => string;
}

export function ChartTooltip({ active, label, payload, unit = '', labelOf = String }: ChartTooltipProps) {
  if (!active || !payload?.length) return null;
  return (
    <div className="rounded-md border border-line bg-raised px-3 py-2 text-xs shadow-2">
      {label !== undefined && <p className="mb-1 font-[600]">{labelOf(label)}</p>}
      {payload.map(({ name, value, color }) => (
        <p key={String(name)} className="flex items-center gap-2 text-ink-muted">
          <span className="size-2 rounded-full" style={{ background: color }} />
          {name}
          <span className="tabular ml-auto pl-4 font-[600] text-ink">
            {typeof value === 'number' ? formatCount(value) : String(value)}
            {unit}
          </span>
        </p>
      ))}
    </div>
  );
}

export function ChartLegend({ payload }: { payload?: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap justify-center gap-4 pt-3 text-xs text-ink-muted">
      {payload?.map(({ value, color }) => (
        <li key={String(value)} className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-[3px]" style={{ background: color }} />
          {String(value)}
        </li>
      ))}
    </ul>
  );
}
