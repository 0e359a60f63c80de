import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cn } from '../lib/cn.ts';
import { Spinner } from './spinner.tsx';

export const buttonStyle = cva(
  [
    'inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-[560]',
    'transition-[background-color,border-color,color,transform,box-shadow] active:translate-y-px',
    'disabled:cursor-not-allowed disabled:opacity-55 disabled:active:translate-y-0',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-brand text-brand-ink shadow-1 hover:not-disabled:bg-brand-hover',
        secondary:
          'border border-line-strong bg-surface text-ink shadow-1 hover:not-disabled:border-field-line hover:not-disabled:bg-sunken',
        ghost: 'text-ink-muted hover:not-disabled:bg-sunken hover:not-disabled:text-ink',
        danger: 'bg-danger text-white shadow-1 hover:not-disabled:bg-danger-hover',
        'danger-quiet':
          'border border-danger-line bg-surface text-danger-text hover:not-disabled:bg-danger-soft',
        lime: 'bg-lime text-[#12210f] shadow-1 hover:not-disabled:bg-white',
        night: 'border border-white/25 text-white hover:not-disabled:bg-white/10',
      },
      size: {
        sm: 'h-8 px-3 text-[0.8125rem]',
        md: 'h-10 px-4 text-sm',
        lg: 'h-12 px-6 text-base',
        icon: 'size-9 shrink-0',
        'icon-sm': 'size-7 shrink-0 rounded-sm',
      },
      block: { true: 'w-full' },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

type ButtonStyle = VariantProps<typeof buttonStyle>;

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Shows a spinner and refuses clicks. */
  busy?: boolean;
  icon?: ReactNode;
}

export function Button({
  variant,
  size,
  block,
  busy,
  icon,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cn(buttonStyle({ variant, size, block }), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner className="size-4" /> : icon}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  block,
  icon,
  className,
  children,
  ...rest
}: LinkProps & ButtonStyle & { icon?: ReactNode }) {
  return (
    <Link className={cn(buttonStyle({ variant, size, block }), className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}
