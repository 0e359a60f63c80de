import { type KeyboardEvent, type ReactNode, Suspense, useId } from 'react';
import { cn } from '../lib/cn.ts';
import { PanelOpen, usePanelOpen } from './panel-open.ts';
import { PageSpinner } from './spinner.tsx';
import { TabStrip, tabStyle } from './tab-strip.tsx';

export interface TabItem<T extends string> {
  value: T;
  label: string;
  icon?: ReactNode;
  /** Behind the label: what is to be known about a tab that is not open. */
  note?: ReactNode;
  panel: ReactNode;
  /** Stays when another tab is opened, so that what was typed in it is not lost. */
  keepMounted?: boolean;
}

interface TabsProps<T extends string> {
  label: string;
  items: readonly TabItem<T>[];
  value: T;
  onValueChange: (value: T) => void;
  className?: string;
  panelClassName?: string;
  /** More than one line holds: on desks they go on in the next one instead of being scrolled to. */
  many?: boolean;
}

/** Where a key leads from one tab, as the pattern of WAI-ARIA has it; a tab opens when it is pressed. */
function tabAfter(key: string, from: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowRight: (from + 1) % count,
    ArrowLeft: (from + count - 1) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key];
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const next = tabAfter(event.key, tabs.indexOf(event.target as HTMLElement), tabs.length);
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
}

/** Plain elements: the kit's library brings 14 kB for tabs, to every first view that has some. */
export function Tabs<T extends string>({
  label,
  items,
  value,
  onValueChange,
  className,
  panelClassName,
  many = false,
}: TabsProps<T>) {
  const id = useId();
  const shown = items.filter((item) => item.keepMounted || item.value === value);
  const isOpen = usePanelOpen();
  return (
    <div className={cn('min-w-0', className)}>
      <TabStrip open={value}>
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={moveFocus}
          className={cn(
            'relative flex w-max min-w-full gap-1',
            // Without their icons a dozen tabs stand in one line of a laptop; a marked tab in an upper line has no line to stand on.
            many &&
              'gap-y-0 lg:w-auto lg:min-w-0 lg:flex-wrap lg:max-2xl:[&_[role=tab]]:px-2.5 lg:max-2xl:[&_[role=tab]_svg]:hidden',
          )}
        >
          {items.map((item) => (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-tab-${item.value}`}
              aria-selected={item.value === value}
              aria-controls={shown.includes(item) ? `${id}-panel-${item.value}` : undefined}
              tabIndex={item.value === value ? 0 : -1}
              onClick={() => onValueChange(item.value)}
              className={tabStyle}
            >
              {item.icon}
              {item.label}
              {item.note}
            </button>
          ))}
        </div>
      </TabStrip>
      {shown.map((item) => (
        <div
          key={item.value}
          role="tabpanel"
          id={`${id}-panel-${item.value}`}
          aria-labelledby={`${id}-tab-${item.value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern's own; keys scroll and read a panel without controls
          tabIndex={0}
          hidden={item.value !== value}
          className={cn('pt-5', panelClassName)}
        >
          {/* A panel may be a chunk of its own. */}
          <PanelOpen value={isOpen && item.value === value}>
            <Suspense fallback={<PageSpinner />}>{item.panel}</Suspense>
          </PanelOpen>
        </div>
      ))}
    </div>
  );
}
