import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { backdropStyle } from '../../shared/ui/dialog.tsx';
import { Rail } from './rail.tsx';

interface RailDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The navigation on phones: a drawer from the left. */
export default function RailDrawer({ open, onOpenChange }: RailDrawerProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropStyle} />
        <BaseDialog.Popup
          aria-label="Navigation"
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] bg-rail shadow-3 transition-transform duration-steady data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <BaseDialog.Close
            aria-label="Close navigation"
            className="absolute top-3.5 right-3 grid size-9 place-items-center rounded-md text-rail-ink hover:bg-white/10"
          >
            <X aria-hidden="true" className="size-5" />
          </BaseDialog.Close>
          <Rail onNavigate={() => onOpenChange(false)} />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
