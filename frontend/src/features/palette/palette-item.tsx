import { Command } from 'cmdk';
import type { ReactNode } from 'react';

interface ItemProps {
  icon: ReactNode;
  children: ReactNode;
  /** Search keywords besides the label. */
  keywords?: string[];
  value: string;
  /** Shows whatever is typed. */
  forceMount?: boolean;
  onSelect: () => void;
}

export function Item({ icon, children, ...rest }: ItemProps) {
  return (
    <Command.Item
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 text-sm data-[selected=true]:bg-brand-soft data-[selected=true]:text-brand-text [&_svg]:size-4 [&_svg]:shrink-0"
      {...rest}
    >
      {icon}
      {children}
    </Command.Item>
  );
}

export const groupStyle =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-faint';
