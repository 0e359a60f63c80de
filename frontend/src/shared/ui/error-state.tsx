import { RotateCw, ServerCrash } from 'lucide-react';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';

interface ErrorStateProps {
  message: string;
  onRetry?: () => void;
  className?: string;
}

/** A failure in its place, with the way to try again. */
export function ErrorState({ message, onRetry, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cn('grid justify-items-center gap-3 px-6 py-10 text-center', className)}>
      <ServerCrash aria-hidden="true" className="size-6 text-danger-text" />
      <p className="text-sm font-medium">{message}</p>
      {onRetry && (
        <Button variant="secondary" size="sm" icon={<RotateCw className="size-3.5" />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
