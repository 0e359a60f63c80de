import { cn } from '../../shared/lib/cn.ts';

/** Three stakes of a palisade. Takes its colour from the text around it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" className={cn('size-7', className)}>
      <rect width="28" height="28" rx="7" fill="#0b231b" />
      <path
        fill="#c8f169"
        d="M5.6 11.4 8 8l2.4 3.4V21H5.6zM11.6 8.4 14 5l2.4 3.4v15h-4.8zM17.6 11.4 20 8l2.4 3.4V21h-4.8z"
      />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-2.5 text-[1.0625rem] font-[680] tracking-[-0.025em]',
        className,
      )}
    >
      <LogoMark />
      Palisade
    </span>
  );
}
