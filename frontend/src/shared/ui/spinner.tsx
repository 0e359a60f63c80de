import { cn } from '../lib/cn.ts';

/** Decorative: what is loading is said by the text beside it or by `PageSpinner`. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cn('size-5 animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.2" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

export function PageSpinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[40vh] place-items-center text-brand-text">
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
