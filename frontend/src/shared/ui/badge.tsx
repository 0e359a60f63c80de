import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';

const badgeStyle = cva(
  'inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 text-xs font-[560] [&_svg]:size-3',
  {
    variants: {
      tone: {
        neutral: 'border-line-strong bg-sunken text-ink-muted',
        brand: 'border-transparent bg-brand-soft text-brand-text',
        ok: 'border-ok-line bg-ok-soft text-ok-text',
        warn: 'border-warn-line bg-warn-soft text-warn-text',
        danger: 'border-danger-line bg-danger-soft text-danger-text',
        info: 'border-info-line bg-info-soft text-info-text',
        solid: 'border-transparent bg-brand text-brand-ink',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeStyle>['tone']>;

/** The same look for what is made too often to be a component. */
export function badgeClass(tone: BadgeTone, className?: string): string {
  return cn(badgeStyle({ tone }), className);
}

export function Badge({
  tone,
  className,
  ...rest
}: ComponentProps<'span'> & VariantProps<typeof badgeStyle>) {
  return <span className={cn(badgeStyle({ tone }), className)} {...rest} />;
}
