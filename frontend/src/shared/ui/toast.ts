import { Info } from 'lucide-react';
import { createElement } from 'react';
import { toast as base } from 'react-hot-toast/headless';

/** Long enough to read what was done and to think better of it. */
export const UNDO_MS = 8000;

/** Messages that pass: success 2 s, everything else 4 s, loading until replaced. */
export const toast = {
  success: (message: string) => base.success(message),
  error: (message: string, options?: { duration?: number }) => base.error(message, options),
  info: (message: string) =>
    base(message, { icon: createElement(Info, { className: 'size-4 text-info-text', 'aria-hidden': true }) }),
  /** Says what was done, or is about to be, with the way to take it back. */
  undo: (message: string, takeBack: () => void, duration = UNDO_MS) =>
    base.success(
      (shown) =>
        createElement(
          'span',
          { className: 'flex items-center justify-between gap-3' },
          message,
          createElement(
            'button',
            {
              type: 'button',
              className: 'link min-h-6',
              onClick: () => {
                base.dismiss(shown.id);
                takeBack();
              },
            },
            'Undo',
          ),
        ),
      { duration },
    ),
  loading: (message: string) => base.loading(message),
  dismiss: (id?: string) => base.dismiss(id),
};
