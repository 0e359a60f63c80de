import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { useFieldControl } from './field.tsx';

export const controlStyle =
  'h-10 w-full min-w-0 rounded-md border border-field-line bg-surface px-3 text-sm text-ink shadow-1 transition-[border-color,box-shadow] placeholder:text-ink-faint hover:not-disabled:border-ink-muted focus-visible:border-brand-text focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-muted [&[readonly]]:bg-sunken aria-invalid:border-danger-text';

/**
 * `required` is announced but not enforced by the browser: the forms' own messages are part of the product. What is written from right
 * to left reads so, with its signs at their side.
 */
export function Input({ className, required, ...rest }: ComponentProps<'input'>) {
  const { required: fieldRequired, ...field } = useFieldControl();
  return (
    <input
      dir="auto"
      {...field}
      aria-required={required || fieldRequired || undefined}
      className={cn(controlStyle, className)}
      {...rest}
    />
  );
}

/** The browser's own, in the look of the others. */
export function FileInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <Input
      type="file"
      className={cn(
        'h-auto p-2 file:mr-3 file:rounded-md file:border-0 file:bg-sunken file:px-3 file:py-1.5 file:font-[560] file:text-ink',
        className,
      )}
      {...rest}
    />
  );
}

export function Textarea({ className, required, ...rest }: ComponentProps<'textarea'>) {
  const { required: fieldRequired, ...field } = useFieldControl();
  return (
    <textarea
      dir="auto"
      {...field}
      aria-required={required || fieldRequired || undefined}
      className={cn(controlStyle, 'h-auto min-h-24 py-2 leading-relaxed', className)}
      {...rest}
    />
  );
}

/** The browser's own select: it is at home on every device and with every aid. */
export function Select({ className, required, children, ...rest }: ComponentProps<'select'>) {
  const { required: fieldRequired, ...field } = useFieldControl();
  return (
    <span className={cn('relative block', className)}>
      <select
        {...field}
        aria-required={required || fieldRequired || undefined}
        className={cn(controlStyle, 'appearance-none truncate bg-surface pr-9')}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-faint"
      />
    </span>
  );
}

export function PasswordInput({ className, ...rest }: ComponentProps<'input'>) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input {...rest} type={visible ? 'text' : 'password'} className={cn('pr-11', className)} />
      <button
        type="button"
        onClick={() => setVisible(!visible)}
        aria-label={visible ? 'Hide characters' : 'Show characters'}
        className="absolute top-1/2 right-1 grid size-8 -translate-y-1/2 place-items-center rounded-sm text-ink-faint hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}
