import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useRef } from 'react';
import { cn } from '../lib/cn.ts';
import { buttonStyle } from './button.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** Called instead of `onClose` for Escape and a press outside, which may be slips. */
  onSlip?: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** Stays below the scrolling body. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  className?: string;
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-5xl' } as const;

export const backdropStyle =
  'fixed inset-0 z-50 bg-backdrop transition-opacity duration-steady data-ending-style:opacity-0 data-starting-style:opacity-0';

/** A modal: a sheet from below on phones, a centred panel on wider screens. */
export function Dialog({
  open,
  onClose,
  onSlip = onClose,
  title,
  description,
  children,
  actions,
  footer,
  size = 'md',
  className,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  // The press that opens it shows before the dialog is made.
  const isMade = useDeferredValue(open, false);
  // The first field, so that one can write at once; on touch screens that would bring up the keyboard over the dialog.
  const fields = () => [
    ...(body.current?.querySelectorAll<HTMLElement>('input:enabled, textarea, select') ?? []),
  ];
  const firstField = (how: string) =>
    how === 'touch' || (fields().find((field) => !field.closest('[inert]')) ?? true);
  return (
    <BaseDialog.Root
      open={open && isMade}
      onOpenChange={(next, { reason }) => {
        if (next) return;
        if (reason === 'escape-key' || reason === 'outside-press') onSlip();
        else onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={backdropStyle} />
        <BaseDialog.Viewport className="fixed inset-0 z-50 grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-end sm:place-items-center sm:p-6">
          <BaseDialog.Popup
            initialFocus={firstField}
            className={cn(
              'flex max-h-[92dvh] w-full flex-col rounded-t-xl border border-line bg-raised shadow-3 outline-none sm:max-h-[calc(100dvh-3rem)] sm:rounded-xl',
              'transition-[opacity,translate,scale] duration-steady data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0',
              widths[size],
              className,
            )}
          >
            <header className="flex items-start gap-4 border-b border-line px-5 py-4 sm:px-6">
              <div className="min-w-0 flex-1">
                <BaseDialog.Title className="text-lg leading-snug wrap-anywhere">{title}</BaseDialog.Title>
                {description && (
                  <BaseDialog.Description
                    className="mt-0.5 text-sm wrap-anywhere text-ink-muted"
                    render={<div />}
                  >
                    {description}
                  </BaseDialog.Description>
                )}
              </div>
              {actions}
              <BaseDialog.Close
                aria-label="Close"
                className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), '-mr-2 -mt-1')}
              >
                <X className="size-4" aria-hidden="true" />
              </BaseDialog.Close>
            </header>
            <div
              ref={body}
              className="scroll-body min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6"
            >
              {children}
            </div>
            {footer && (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5 max-sm:*:flex-1 sm:px-6">
                {footer}
              </footer>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
