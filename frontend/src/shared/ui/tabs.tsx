import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { cn } from '../lib/cn.ts';
import { PageSpinner } from './spinner.tsx';

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
}

export function Tabs<T extends string>({
  label,
  items,
  value,
  onValueChange,
  className,
  panelClassName,
}: TabsProps<T>) {
  const strip = useRef<HTMLDivElement>(null);
  // On phones the strip is wider than the screen: the open tab's name must show, whichever way it was reached.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs anew when another tab is open
  useLayoutEffect(() => {
    const box = strip.current;
    const tab = box?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
  }, [value]);
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next) => onValueChange(next as T)}
      className={cn('min-w-0', className)}
    >
      <div ref={strip} className="fading-edges overflow-x-auto border-b border-line [scrollbar-width:none]">
        <BaseTabs.List aria-label={label} className="relative flex w-max min-w-full gap-1">
          {items.map((item) => (
            <BaseTabs.Tab
              key={item.value}
              value={item.value}
              className="flex h-11 items-center gap-2 rounded-t-md px-3 text-sm font-[560] whitespace-nowrap text-ink-muted transition-colors -outline-offset-2 hover:text-ink data-active:text-brand-text [&_svg]:size-4"
            >
              {item.icon}
              {item.label}
              {item.note}
            </BaseTabs.Tab>
          ))}
          <BaseTabs.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-brand-text transition-[translate,width] duration-steady" />
        </BaseTabs.List>
      </div>
      {items.map((item) => (
        <BaseTabs.Panel
          key={item.value}
          value={item.value}
          keepMounted={item.keepMounted}
          className={cn('pt-5', panelClassName)}
        >
          {/* A panel may be a chunk of its own. */}
          <Suspense fallback={<PageSpinner />}>{item.panel}</Suspense>
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
