import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

/** An HTTP stream's secret, which is shown this once. */
export function StreamSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Signing secret" footer={<Button onClick={onClose}>Done</Button>}>
      <Notice tone="warn">Copy it now: it is shown this once. Your server checks signatures with it.</Notice>
      <div className="mt-4 flex items-center gap-2 rounded-md bg-sunken py-2 pr-2 pl-3">
        <code className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">{secret}</code>
        <CopyButton value={secret} label="Signing secret" />
      </div>
    </Dialog>
  );
}
