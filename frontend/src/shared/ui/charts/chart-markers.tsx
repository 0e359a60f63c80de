import { Flag } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { PLOT, plotX } from './bar-span.ts';
import type { ChartMarker } from './markers-by-bar.ts';

interface ChartMarkersProps {
  byBar: ReadonlyMap<number, readonly ChartMarker[]>;
  bars: number;
}

/** Lines over the chart where something was changed, each with a flag that says what. */
export function ChartMarkers({ byBar, bars }: ChartMarkersProps) {
  return [...byBar].map(([bar, markers]) => (
    <div
      key={bar}
      className="pointer-events-none absolute top-0 w-0"
      style={{ left: plotX((bar + 0.5) / bars), bottom: PLOT.bottom }}
    >
      <div aria-hidden="true" className="absolute top-6 bottom-0 border-l border-dashed border-ink-faint" />
      <MarkerFlag markers={markers} opensLeft={bar > bars / 2} />
    </div>
  ));
}

/** Its name says all; beside it the same for eyes, placed by the bar and so without a library that measures. */
function MarkerFlag({ markers, opensLeft }: { markers: readonly ChartMarker[]; opensLeft: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const tell = () => setOpen(true);
  const hide = () => setOpen(false);
  return (
    <div className="pointer-events-auto absolute -left-3" onPointerEnter={tell} onPointerLeave={hide}>
      <button
        type="button"
        aria-label={markers.map(({ title, text }) => `${title} ${text}`).join('. ')}
        className="grid size-6 place-items-center rounded-full border border-line-strong bg-raised text-ink-muted shadow-1 hover:text-ink"
        onFocus={tell}
        onBlur={hide}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && hide()}
      >
        {markers.length === 1 ? (
          <Flag aria-hidden="true" className="size-3" />
        ) : (
          <span className="text-2xs font-[640]">{markers.length}</span>
        )}
      </button>
      {isOpen && (
        <div
          aria-hidden="true"
          className={cn('absolute top-full z-20 w-max max-w-64 pt-1.5', opensLeft ? 'right-0' : 'left-0')}
        >
          <div className="rounded-md bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-2">
            {markers.map(({ key, title, text }) => (
              <span key={key} className="block not-first:mt-1.5">
                <span className="font-[600]">{title}</span> {text}
              </span>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
