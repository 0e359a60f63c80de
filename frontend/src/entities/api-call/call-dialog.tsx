import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { callCommand } from './call-command.ts';
import type { ApiCall } from './calls.ts';

function Code({ name, text }: { name: string; text: string }) {
  return (
    <section aria-label={name}>
      <div className="flex items-center justify-between">
        <h3 className="text-[0.8125rem] font-[560]">{name}</h3>
        <CopyButton value={text} label={name.toLowerCase()} />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-md bg-sunken p-3 font-mono text-[0.8125rem]"
      >
        {text}
      </pre>
    </section>
  );
}

/** A call as method, path, body and command, with the way to its reference. */
export default function CallDialog({ call, onClose }: { call: ApiCall; onClose: () => void }) {
  const { method, path, body, scope, reference } = call;
  return (
    <Dialog
      open
      onClose={onClose}
      title="The same by the API"
      description={
        <>
          For a key with <code className="font-mono text-[0.8125rem]">{scope}</code>, put into the variable{' '}
          <code className="font-mono text-[0.8125rem]">KEY</code>. Create keys in Settings → Security.
        </>
      }
      size="lg"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="font-mono text-[0.8125rem] break-all">
          <span className="mr-2 rounded-sm bg-brand-soft px-1.5 py-0.5 font-[600] text-brand-text">
            {method}
          </span>
          {path}
        </p>
        {body && <Code name="Body" text={JSON.stringify(body, null, 2)} />}
        <Code name="Command" text={callCommand(call, window.location.origin)} />
        <p className="text-sm">
          <a className="link" href={`/docs/api/${reference}`} target="_blank" rel="noreferrer">
            Parameters and responses of this call
          </a>
        </p>
      </div>
    </Dialog>
  );
}
