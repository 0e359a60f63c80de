import { ZoomIn } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../button.tsx';
import { type BarSpan, spanOf } from './bar-span.ts';

const selectStyle =
  'h-8 max-w-44 min-w-0 rounded-md border border-line-strong bg-surface px-2 text-xs text-ink hover:border-field-line';

/** The way to a span of the chart without a pointer: its first and its last bar. */
export function BarSpanPicker({
  labels,
  onChoose,
}: {
  labels: readonly string[];
  onChoose: (span: BarSpan) => void;
}) {
  const id = useId();
  const [first, setFirst] = useState(0);
  const [last, setLast] = useState(labels.length - 1);
  const option = (label: string, at: number) => (
    <option key={label} value={at}>
      {label}
    </option>
  );
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-[0.8125rem] text-ink-faint print:hidden">
      <label htmlFor={`${id}-first`}>From</label>
      <select
        id={`${id}-first`}
        className={selectStyle}
        value={first}
        onChange={(event) => setFirst(Number(event.target.value))}
      >
        {labels.map(option)}
      </select>
      <label htmlFor={`${id}-last`}>to</label>
      <select
        id={`${id}-last`}
        className={selectStyle}
        value={last}
        onChange={(event) => setLast(Number(event.target.value))}
      >
        {labels.map(option)}
      </select>
      <Button
        size="sm"
        variant="secondary"
        icon={<ZoomIn aria-hidden="true" className="size-3.5" />}
        onClick={() => onChoose(spanOf(first, last))}
      >
        Zoom in
      </Button>
    </div>
  );
}
