import type { PublicStatus } from '../../shared/api/status-api.gen.ts';
import { cn } from '../../shared/lib/cn.ts';
import { formatDate, formatUptime } from '../../shared/lib/format.ts';

type Uptime = NonNullable<PublicStatus['uptime']>;
type Day = Uptime['days'][number];

/** Below it a day is a bad one rather than one with a fault. */
const BAD_PERCENT = 99;

function colourOf({ percent, down_minutes }: Day): string {
  if (percent === null) return 'bg-line';
  if (percent < BAD_PERCENT) return 'bg-[var(--chart-2)]';
  return percent < 100 || down_minutes > 0 ? 'bg-[var(--chart-3)]' : 'bg-[var(--chart-1)]';
}

function dayText({ day, percent, down_minutes }: Day): string {
  const date = formatDate(day, 'utc');
  if (percent === null) return `${date}: not measured`;
  return `${date}: ${formatUptime(percent)}${down_minutes > 0 ? `, ${down_minutes} minutes without an answer` : ''}`;
}

/** How long a site answered on each day, as a strip of days; those with a fault in words as well. */
export function UptimeDays({ uptime }: { uptime: Uptime }) {
  const { days, percent } = uptime;
  const faults = days.filter((day) => day.percent !== null && day.percent < 100);
  const known = days.filter((day) => day.percent !== null).length;
  return (
    <section aria-label="Uptime">
      <p className="flex flex-wrap items-baseline justify-between gap-2 text-sm">
        <span className="font-[560]">Uptime of the last {days.length} days</span>
        <span className="text-ink-muted">
          {percent === null
            ? 'Not measured yet'
            : `${formatUptime(percent)}${known < days.length ? ` (${known === 1 ? '1 day' : `${known} days`} measured)` : ''}`}
        </span>
      </p>
      <div aria-hidden="true" className="mt-3 grid h-9 auto-cols-fr grid-flow-col gap-px sm:gap-[2px]">
        {days.map((day) => (
          <span
            key={day.day}
            title={dayText(day)}
            className={cn('rounded-[1px] forced-color-adjust-none', colourOf(day))}
          />
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-faint">
        <span>{days[0] && formatDate(days[0].day, 'utc')}</span>
        <span>Today</span>
      </p>
      {faults.length > 0 && (
        <details className="mt-2 text-sm text-ink-muted">
          <summary className="cursor-pointer">
            {faults.length === 1 ? 'One day' : `${faults.length} days`} with an outage
          </summary>
          <ul className="mt-2 grid gap-1">
            {faults.toReversed().map((day) => (
              <li key={day.day}>{dayText(day)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
