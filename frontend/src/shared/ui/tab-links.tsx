import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { PageSpinner } from './spinner.tsx';
import { TabStrip, tabStyle } from './tab-strip.tsx';
import type { TabItem } from './tabs.tsx';

interface TabLinksProps<T extends string> {
  label: string;
  items: readonly TabItem<T>[];
  value: T;
  /** The address of each: what opens elsewhere, can be kept and sent. */
  linkOf: (value: T) => string;
}

/** Tabs that are pages of their own: a navigation of links, where `Tabs` is a widget of one page. */
export function TabLinks<T extends string>({ label, items, value, linkOf }: TabLinksProps<T>) {
  const shown = items.filter((item) => item.keepMounted || item.value === value);
  return (
    <div className="min-w-0">
      <nav aria-label={label} className="print:hidden">
        <TabStrip open={value}>
          <ul className="relative flex w-max min-w-full gap-1">
            {items.map((item) => (
              <li key={item.value}>
                <Link
                  to={linkOf(item.value)}
                  aria-current={item.value === value ? 'page' : undefined}
                  className={tabStyle}
                >
                  {item.icon}
                  {item.label}
                  {item.note}
                </Link>
              </li>
            ))}
          </ul>
        </TabStrip>
      </nav>
      {shown.map((item) => (
        <section key={item.value} aria-label={item.label} hidden={item.value !== value} className="pt-5">
          <Suspense fallback={<PageSpinner />}>{item.panel}</Suspense>
        </section>
      ))}
    </div>
  );
}
