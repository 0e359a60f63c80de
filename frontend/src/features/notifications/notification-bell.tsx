import { Bell } from 'lucide-react';
import { type FocusEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { cn } from '../../shared/lib/cn.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { buttonStyle } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { useNotificationsQuery } from './notifications-api.ts';

const NotificationList = lazy(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}));

/** More are not counted out on the bell. */
const MAX_SHOWN = 99;

/**
 * Unread notifications, behind a bell with their number. The browser's popover API opens it, which provides closing by
 * Escape or a press elsewhere, and returns the focus to the bell.
 */
export function NotificationBell() {
  const id = useId();
  const bell = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const query = useNotificationsQuery();
  const unread = query.data?.unread ?? 0;
  /** Tab goes on into the page, which the panel would cover; the bell opens and closes it itself. */
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget && relatedTarget !== bell.current && !currentTarget.contains(relatedTarget))
      currentTarget.hidePopover();
  };
  const label = unread === 0 ? 'Notifications' : `Notifications, ${formatCount(unread)} unread`;
  return (
    <>
      <button
        ref={bell}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-expanded={open}
        className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), 'relative')}
      >
        <Bell aria-hidden="true" className="size-[1.125rem]" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 text-2xs font-[640] text-white"
          >
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        )}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        onBlur={leave}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="fixed inset-auto top-16 right-3 m-0 max-h-[min(32rem,calc(100dvh-5rem))] w-[min(24rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-lg border border-line bg-raised p-0 text-sm text-ink shadow-3 open:flex sm:right-6 lg:right-8"
      >
        {open && (
          <Suspense fallback={<Spinner className="m-6" />}>
            <NotificationList query={query} onLeave={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
}
