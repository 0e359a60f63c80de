import { cn } from '../lib/cn.ts';

export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cn('skeleton-ground block animate-shimmer rounded-md', className)} />
  );
}
