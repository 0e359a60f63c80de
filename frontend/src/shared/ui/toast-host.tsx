import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { useHydrated } from '../hooks/use-hydrated.ts';
import { cn } from '../lib/cn.ts';
import { Spinner } from './spinner.tsx';

// The library keeps at most 20 toasts; these are its durations, stated because the product promises them.
const durations = {
  duration: 4000,
  success: { duration: 2000 },
  error: { duration: 4000 },
  blank: { duration: 4000 },
  custom: { duration: 4000 },
  loading: { duration: Number.POSITIVE_INFINITY },
};

function iconOf(item: Toast) {
  if (item.icon) return item.icon;
  if (item.type === 'success') return <CircleCheck aria-hidden="true" className="size-4 text-ok-text" />;
  if (item.type === 'error') return <CircleAlert aria-hidden="true" className="size-4 text-danger-text" />;
  if (item.type === 'loading') return <Spinner className="size-4" />;
  return null;
}

/** Shows the toasts. Headless, because the library's own look needs inline style elements, which the CSP forbids. */
export function ToastHost() {
  const { toasts, handlers } = useToaster(durations);
  // A prerendered page has no body to attach to, and no messages.
  if (!useHydrated()) return null;
  // Beside the page, not within: dialogs stand there too, and a message must lie above the one that is open.
  return createPortal(
    // On wide screens where dialogs and pages have no buttons: they close above and end below, at the right.
    // A live region of its own from the start: it is announced, and a dialog that hides the rest of the page spares it.
    <section
      aria-label="Messages"
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      className="pointer-events-none fixed inset-x-3 top-3 z-[100] flex flex-col items-end gap-2 sm:top-auto sm:right-auto sm:bottom-3 sm:w-96 print:hidden"
    >
      {toasts.map((item) => (
        <div
          key={item.id}
          className={cn(
            'pointer-events-auto flex w-full items-start gap-3 rounded-lg border border-line bg-raised px-4 py-3 text-sm shadow-3 transition-[opacity,translate] duration-steady',
            item.visible ? 'animate-rise' : '-translate-y-2 opacity-0',
          )}
        >
          <span className="mt-0.5 shrink-0">{iconOf(item)}</span>
          <span className="min-w-0 flex-1 break-words">{resolveValue(item.message, item)}</span>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={() => toast.dismiss(item.id)}
            className="-mr-1.5 grid size-6 shrink-0 place-items-center rounded-sm text-ink-faint hover:text-ink"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </div>
      ))}
    </section>,
    document.body,
  );
}
