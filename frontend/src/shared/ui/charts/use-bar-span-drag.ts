import { type PointerEvent, useRef, useState } from 'react';
import { type BarSpan, barAt, spanOf } from './bar-span.ts';

/** Less than this is a click. */
const DRAG_PX = 6;

interface Begun {
  x: number;
  bar: number;
  /** The dragged span so far; null while it is only a click. A ref, so that fast moves between two renderings count. */
  span: BarSpan | null;
}

/**
 * Choosing a span of bars by drawing over them. On touch screens sideways only, so that the page can be scrolled.
 * @param onChoose called when the pointer is let go of
 */
export function useBarSpanDrag(bars: number, onChoose: ((span: BarSpan) => void) | undefined) {
  const begun = useRef<Begun | null>(null);
  const [span, setSpan] = useState<BarSpan | null>(null);
  if (!onChoose || bars < 2) return { span: null, handlers: {} };

  const at = (event: PointerEvent<HTMLElement>): Begun => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left;
    return { x, bar: barAt(x, box.width, bars), span: null };
  };
  const give = () => {
    begun.current = null;
    setSpan(null);
  };
  return {
    span,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button === 0 && event.isPrimary) begun.current = at(event);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!begun.current) return;
        const now = at(event);
        if (begun.current.span === null && Math.abs(now.x - begun.current.x) < DRAG_PX) return;
        // From here on the span follows the pointer wherever it goes.
        event.currentTarget.setPointerCapture(event.pointerId);
        begun.current.span = spanOf(begun.current.bar, now.bar);
        setSpan(begun.current.span);
      },
      onPointerUp: () => {
        const drawn = begun.current?.span;
        give();
        if (drawn) onChoose(drawn);
      },
      onPointerCancel: give,
    },
  };
}
