import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

interface SectionProps {
  id?: string;
  title?: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Section({ id, title, lead, children, className }: SectionProps) {
  return (
    <section id={id} className={cn('mx-auto w-full max-w-7xl px-4 py-14 sm:px-6 sm:py-20', className)}>
      {title && <h2 className="max-w-2xl text-[1.75rem] leading-tight sm:text-4xl">{title}</h2>}
      {lead && <p className="mt-3 max-w-2xl text-ink-muted sm:text-lg">{lead}</p>}
      <div className={cn(title && 'mt-8 sm:mt-10')}>{children}</div>
    </section>
  );
}

/** The head of an inner page. */
export function PageHead({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <div className="border-b border-line bg-surface">
      <div className="mx-auto max-w-7xl px-4 py-12 sm:px-6 sm:py-16">
        <h1 className="max-w-3xl text-4xl leading-[1.08] tracking-[-0.03em] sm:text-5xl">{title}</h1>
        <p className="mt-4 max-w-2xl text-lg text-ink-muted">{lead}</p>
        {children && <div className="mt-7 flex flex-wrap gap-3">{children}</div>}
      </div>
    </div>
  );
}
