import type { DashboardNow } from '../../shared/api/types.ts';

const HEIGHT = 48;
const STEP = 4;
const BAR = 3;

/**
 * The last hour, a bar per minute: all requests, blocked ones, and those that no origin answered. The same figures are
 * beside it as text.
 */
export function HourBars({ minutes }: Pick<DashboardNow, 'minutes'>) {
  const most = Math.max(1, ...minutes.map(({ requests }) => requests));
  const tall = (value: number) => (value === 0 ? 0 : Math.max(1.5, (value / most) * HEIGHT));
  return (
    <div>
      <svg
        viewBox={`0 0 ${minutes.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-12 w-full"
      >
        {minutes.map(({ time, requests, blocked, failed = 0 }, index) => (
          <g key={time} transform={`translate(${index * STEP} 0)`}>
            <rect y={HEIGHT - 1} width={BAR} height={1} className="fill-line-strong" />
            <rect
              y={HEIGHT - tall(requests)}
              width={BAR}
              height={tall(requests)}
              className="fill-[var(--chart-total)]"
            />
            <rect
              y={HEIGHT - tall(blocked + failed)}
              width={BAR}
              height={tall(blocked + failed)}
              className="fill-[var(--chart-3)]"
            />
            <rect
              y={HEIGHT - tall(blocked)}
              width={BAR}
              height={tall(blocked)}
              className="fill-[var(--chart-blocked)]"
            />
          </g>
        ))}
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-faint">
        <span>An hour ago</span>
        <span>Now</span>
      </p>
    </div>
  );
}
