import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** The look of a tab; the open one says so to those who cannot see it, too. */
export const tabStyle =
  'relative flex h-11 items-center gap-2 rounded-t-md px-3 text-sm font-[560] whitespace-nowrap text-ink-muted transition-colors -outline-offset-2 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full hover:text-ink aria-selected:text-brand-text aria-selected:after:bg-brand-text forced-colors:aria-selected:after:bg-[Highlight] [&_svg]:size-4';

/**
 * A scrolling container of tabs: wider than the screen on phones, where the active tab must be visible, however it was
 * opened.
 */
export function TabStrip({ open, children }: { open: string; children: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs anew when another tab is open
  useLayoutEffect(() => {
    const box = strip.current;
    const tab = box?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <div ref={strip} className="fading-edges overflow-x-auto border-b border-line [scrollbar-width:none]">
      {children}
    </div>
  );
}
