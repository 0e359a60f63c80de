import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { buttonStyle } from './button.tsx';
import { toast } from './toast.ts';

const FEEDBACK_MS = 2000;

/** Copies a value; the tick stays for two seconds. */
export function CopyButton({
  value,
  label,
  className,
}: {
  value: string;
  label: string;
  className?: string;
}) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      toast.error('Copying is not allowed here. Select the text instead.');
      return;
    }
    setCopied(true);
    toast.success('Copied to clipboard!');
  };

  return (
    <button
      type="button"
      onClick={copy}
      aria-label={copied ? 'Copied' : `Copy ${label}`}
      className={cn(buttonStyle({ variant: 'ghost', size: 'icon-sm' }), className)}
    >
      {copied ? (
        <Check aria-hidden="true" className="size-4 text-ok-text" />
      ) : (
        <Copy aria-hidden="true" className="size-4" />
      )}
    </button>
  );
}
