import { ChevronDown } from 'lucide-react';
import { Suspense, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { cn } from '../lib/cn.ts';
import { PanelOpen } from './panel-open.ts';
import { PageSpinner } from './spinner.tsx';
import type { TabItem } from './tabs.tsx';

export interface TabGroup<T extends string> {
  label: string;
  items: readonly TabItem<T>[];
}

interface TabLinksProps<T extends string> {
  label: string;
  groups: readonly TabGroup<T>[];
  value: T;
  /** The address of each: what opens elsewhere, can be kept and sent. */
  linkOf: (value: T) => string;
}

const linkStyle =
  'relative flex h-10 items-center gap-2 rounded-md px-2.5 text-sm font-[560] whitespace-nowrap text-ink-muted transition-colors -outline-offset-2 hover:bg-sunken hover:text-ink aria-[current=page]:text-brand-text sm:h-9 sm:after:absolute sm:after:inset-x-2.5 sm:after:bottom-0 sm:after:h-0.5 sm:after:rounded-full sm:aria-[current=page]:after:bg-brand-text forced-colors:aria-[current=page]:after:bg-[Highlight]';

/**
 * Tabs that are pages of their own: a navigation of links, where `Tabs` is a widget of one page. Groups wrap, so that every
 * name shows at every width; phones show the open one alone, and all of them at a press.
 */
export function TabLinks<T extends string>({ label, groups, value, linkOf }: TabLinksProps<T>) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const items = groups.flatMap((group) => group.items);
  const current = items.find((item) => item.value === value);
  const shown = items.filter((item) => item.keepMounted || item.value === value);
  const close = () => {
    if (!open) return;
    setOpen(false);
    // The link that was pressed is hidden with the list.
    toggle.current?.focus();
  };
  return (
    <div className="min-w-0">
      <nav
        aria-label={label}
        className="border-b border-line print:hidden"
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        <button
          ref={toggle}
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          onClick={() => setOpen(!open)}
          className="mb-3 flex h-11 w-full items-center justify-between gap-3 rounded-md border border-field-line bg-surface px-3 text-sm font-[560] sm:hidden"
        >
          <span className="flex items-center gap-2">
            {current?.label}
            {items.find((item) => item.note)?.note}
          </span>
          <span className="flex items-center gap-1.5 font-normal text-ink-muted">
            All parts
            <ChevronDown className={cn('size-4 transition-transform', open && 'rotate-180')} />
          </span>
        </button>
        <div
          id={`${id}-list`}
          className={cn(
            'flex-col flex-wrap gap-x-8 gap-y-2 pb-3 sm:flex sm:flex-row sm:pb-0',
            open ? 'flex' : 'hidden',
          )}
        >
          {groups.map((group, at) => (
            <div key={group.label} className="min-w-0">
              <p id={`${id}-${at}`} className="px-2.5 text-2xs font-[560] text-ink-muted">
                {group.label}
              </p>
              <ul aria-labelledby={`${id}-${at}`} className="grid grid-cols-2 sm:flex sm:flex-wrap">
                {group.items.map((item) => (
                  <li key={item.value}>
                    <Link
                      to={linkOf(item.value)}
                      aria-current={item.value === value ? 'page' : undefined}
                      className={linkStyle}
                      onClick={close}
                    >
                      {item.label}
                      {item.note}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </nav>
      {shown.map((item) => (
        <section key={item.value} aria-label={item.label} hidden={item.value !== value} className="pt-5">
          <PanelOpen value={item.value === value}>
            <Suspense fallback={<PageSpinner />}>{item.panel}</Suspense>
          </PanelOpen>
        </section>
      ))}
    </div>
  );
}
