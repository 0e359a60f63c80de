import type { Analytics } from '../../shared/api/types.ts';
import { formatBytes, formatCompact, formatPercent } from '../../shared/lib/format.ts';
import { Delta } from '../../shared/ui/delta.tsx';
import { StatCard } from '../../shared/ui/stat-card.tsx';

interface TrafficFiguresProps {
  data: Analytics | undefined;
  /** Sums to compare with; null where there are none. */
  before: Analytics['before'] | undefined;
  /** Name of the compared period: "the day before". */
  period: string;
}

/** The sums of a period, each beside those of another one. */
export function TrafficFigures({ data, before, period }: TrafficFiguresProps) {
  const { totals, latency } = data ?? {};
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      <StatCard
        label="Requests"
        loading={!totals}
        value={formatCompact(totals?.requests ?? 0)}
        delta={totals && <Delta now={totals.requests} before={before?.requests} period={period} />}
      />
      <StatCard
        label="Blocked"
        loading={!totals}
        value={formatCompact(totals?.blocked ?? 0)}
        note={totals && `${formatPercent(totals.block_rate)} block rate`}
        delta={totals && <Delta now={totals.blocked} before={before?.blocked} period={period} />}
      />
      <StatCard
        label="Sent to visitors"
        loading={!totals}
        value={formatBytes(totals?.response_bytes ?? 0)}
        delta={
          totals && <Delta now={totals.response_bytes} before={before?.response_bytes} period={period} />
        }
      />
      <StatCard
        label="Response time, median"
        loading={!latency}
        muted={latency?.p50 === null}
        value={latency?.p50 == null ? '–' : `${Math.round(latency.p50)} ms`}
        note={latency?.p99 == null ? undefined : `99 of 100 within ${Math.round(latency.p99)} ms`}
      />
    </div>
  );
}
