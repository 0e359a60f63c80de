import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

interface CardProps extends ComponentProps<'section'> {
  /** `article` for a thing of its own in a list of such. */
  as?: 'section' | 'article';
}

export function Card({ as: Tag = 'section', className, ...rest }: CardProps) {
  return (
    <Tag className={cn('min-w-0 rounded-lg border border-line bg-surface shadow-1', className)} {...rest} />
  );
}

interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
}

export function CardHeader({ title, description, action, className }: CardHeaderProps) {
  return (
    <header className={cn('flex flex-wrap items-start justify-between gap-3 px-5 pt-4 pb-3', className)}>
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-base">{title}</h2>
        {description && <p className="text-[0.8125rem] text-ink-muted">{description}</p>}
      </div>
      {action}
    </header>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('px-5 pb-5', className)} {...rest} />;
}
