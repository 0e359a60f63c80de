import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export interface MenuEntry {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  tone?: 'danger';
  onSelect: () => void;
}

export function Menu({
  trigger,
  label,
  entries,
  startsOpen = false,
}: {
  trigger: ReactElement;
  label: string;
  entries: MenuEntry[];
  /** It was loaded by a press that meant to open it. */
  startsOpen?: boolean;
}) {
  return (
    <BaseMenu.Root defaultOpen={startsOpen}>
      <BaseMenu.Trigger render={trigger} aria-label={label} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-[60] outline-none">
          <BaseMenu.Popup className="min-w-44 rounded-lg border border-line bg-raised p-1 shadow-3 outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {entries.map((entry) => (
              <BaseMenu.Item
                key={entry.key}
                onClick={entry.onSelect}
                className={cn(
                  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-3 text-sm outline-none data-highlighted:bg-sunken [&_svg]:size-4',
                  entry.tone === 'danger' && 'text-danger-text',
                )}
              >
                {entry.icon}
                {entry.label}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
