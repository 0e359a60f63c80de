import { useEffect, useRef } from 'react';
import { sandboxedHtml } from '../lib/trusted-types.ts';

/** Markup from elsewhere, in a frame without any rights: no scripts, no forms, no access to this page. */
export function SandboxedFrame({
  title,
  html,
  className,
}: {
  title: string;
  html: string;
  className: string;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  // Not by the attribute `srcDoc`: React would make a plain text of what Trusted Types let pass.
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = sandboxedHtml(html);
  }, [html]);
  return <iframe ref={frame} title={title} sandbox="" className={className} />;
}
