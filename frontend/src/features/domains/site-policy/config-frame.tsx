import type { ReactNode } from 'react';
import { Spinner } from '../../../shared/ui/spinner.tsx';

/** The tabs of a configuration, disabled while it is loading. */
export function ConfigFrame({ loading, children }: { loading: boolean; children: ReactNode }) {
  return (
    <div className="relative">
      {children}
      {loading && (
        <div
          role="status"
          className="absolute inset-0 z-20 flex items-start justify-center gap-3 rounded-md bg-raised/85 pt-32 text-sm font-medium backdrop-blur-[2px]"
        >
          <Spinner className="text-brand-text" />
          Loading configuration...
        </div>
      )}
    </div>
  );
}
