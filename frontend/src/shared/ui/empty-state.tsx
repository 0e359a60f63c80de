import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next step, done from here. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cn('grid justify-items-center gap-2 px-6 py-12 text-center', className)}>
      {icon && (
        <span className="mb-1 grid size-12 place-items-center rounded-lg bg-brand-soft text-brand-text [&_svg]:size-6">
          {icon}
        </span>
      )}
      <p className="font-[600]">{title}</p>
      {children && <div className="max-w-md text-sm text-ink-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

/** The same in one line, where a card is a part of something larger. */
export function EmptyLine({ children, className }: { children: ReactNode; className?: string }) {
  return <p className={cn('px-5 pb-5 text-sm text-ink-muted', className)}>{children}</p>;
}
