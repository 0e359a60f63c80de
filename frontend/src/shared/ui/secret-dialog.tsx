import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface SecretDialogProps {
  secret: string;
  /** What of the owner's checks signatures with it. */
  receiver: 'program' | 'server';
  onClose: () => void;
}

/** The secret by which messages are signed; it is shown this once. */
export function SecretDialog({ secret, receiver, onClose }: SecretDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Signing secret" footer={<Button onClick={onClose}>Done</Button>}>
      <Notice tone="warn">
        Copy it now: it is shown this once. Your {receiver} checks signatures with it.
      </Notice>
      <div className="mt-4 flex items-center gap-2 rounded-md bg-sunken py-2 pr-2 pl-3">
        <code className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">{secret}</code>
        <CopyButton value={secret} label="Signing secret" />
      </div>
    </Dialog>
  );
}
