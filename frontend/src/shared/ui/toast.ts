import { Info } from 'lucide-react';
import { createElement } from 'react';
import { toast as base, type Toast } from 'react-hot-toast/headless';

/** Long enough to read what was done and to think better of it. */
export const UNDO_MS = 8000;

const withAct = (message: string, label: string, act: () => void) => (shown: Toast) =>
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
          act();
        },
      },
      label,
    ),
  );
const withUndo = (message: string, takeBack: () => void) => withAct(message, 'Undo', takeBack);

/** Messages that pass: success 2 s, everything else 4 s, loading until replaced. */
export const toast = {
  success: (message: string) => base.success(message),
  error: (message: string, options?: { duration?: number }) => base.error(message, options),
  info: (message: string) =>
    base(message, { icon: createElement(Info, { className: 'size-4 text-info-text', 'aria-hidden': true }) }),
  /** Says what was done, with the way to take it back. */
  undo: (message: string, takeBack: () => void) =>
    base.success(withUndo(message, takeBack), { duration: UNDO_MS }),
  /** Says what was done, with the way to see it. */
  act: (message: string, label: string, act: () => void) =>
    base.success(withAct(message, label, act), { duration: UNDO_MS }),
  /** Says what happens when this message goes, with the way to prevent it. */
  pending: (message: string, takeBack: () => void, duration: number) =>
    base(withUndo(message, takeBack), {
      icon: createElement(Info, { className: 'size-4 text-warn-text', 'aria-hidden': true }),
      duration,
    }),
  loading: (message: string) => base.loading(message),
  dismiss: (id?: string) => base.dismiss(id),
};
