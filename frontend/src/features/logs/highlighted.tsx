/** Makes what cannot be seen visible, one character for one, so that offsets stay true. */
export function visible(text: string): string {
  let shown = '';
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20) shown += String.fromCharCode(0x2400 + code);
    else shown += code === 0x7f ? '␡' : text[index];
  }
  return shown;
}

interface HighlightedProps {
  value: string;
  /** Where the match begins and how long it is, in characters of `value`. */
  offset: number;
  length: number;
}

/** A value with the matched part marked; always shown as text. */
export function Highlighted({ value, offset, length }: HighlightedProps) {
  const start = Math.max(0, Math.min(offset, value.length));
  const end = Math.max(start, Math.min(start + length, value.length));
  return (
    <pre className="mt-1.5 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-[0.8125rem] break-all whitespace-pre-wrap">
      {visible(value.slice(0, start))}
      {end > start && (
        <mark className="rounded-sm bg-danger-soft px-0.5 font-[600] text-danger-text outline outline-1 outline-danger-line">
          {visible(value.slice(start, end))}
        </mark>
      )}
      {visible(value.slice(end))}
    </pre>
  );
}
