import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface WindowRowsOptions {
  count: number;
  /** Height of every row but the open one, in px. */
  rowHeight: number;
  /** The one row that is as high as its content; -1 for none. */
  openIndex: number;
  /** Rows made beyond both edges of the window. */
  overscan: number;
  /** Scrolled further than this, in px from the top of the page, `away` is true. */
  awayFromPx: number;
}

interface Span {
  first: number;
  /** Rows that the window has room for, of a list that is long enough. */
  room: number;
  away: boolean;
  /** See `slotOf`. */
  shift: number;
}

export interface WindowRows extends Pick<Span, 'first' | 'away'> {
  /** Exclusive. While the list is longer, `end - first` is the same wherever the window stands. */
  end: number;
  /** Heights of what is not made, in px. */
  before: number;
  after: number;
  /** Goes on the element whose top is the first row's. */
  top: RefObject<HTMLTableSectionElement | null>;
  /** Goes on the open row. */
  /**
   * Assigns entries to the row elements on the page. Neighbours keep theirs while scrolling; after a jump the elements
   * keep their order in the document, so that none is moved, which would cost a new layout.
   */
  slotOf: (index: number) => number;
  measureOpen: (element: HTMLElement | null) => (() => void) | undefined;
}

/**
 * Which rows of a long list are near the window. All rows but one are equally high, so this is arithmetic: nothing is
 * kept per row and nothing is laid out to find out. React renders in a task of its own after the scroll event, and only
 * when the span has changed.
 */
export function useWindowRows({
  count,
  rowHeight,
  openIndex,
  overscan,
  awayFromPx,
}: WindowRowsOptions): WindowRows {
  const top = useRef<HTMLTableSectionElement>(null);
  const offset = useRef(0);
  const [extra, setExtra] = useState(0);
  const [span, setSpan] = useState<Span>({ first: 0, room: 0, away: false, shift: 0 });
  const opened = openIndex === -1 ? 0 : extra;

  const look = useCallback(() => {
    const { scrollY, innerHeight } = window;
    const from = scrollY - offset.current;
    const rowAt = (position: number): number => {
      const openTop = openIndex * rowHeight;
      if (openIndex === -1 || position < openTop) return Math.floor(position / rowHeight);
      if (position < openTop + rowHeight + opened) return openIndex;
      return Math.floor((position - opened) / rowHeight);
    };
    const room = Math.ceil(innerHeight / rowHeight) + 1 + 2 * overscan;
    const first = Math.max(0, Math.min(rowAt(from) - overscan, count - room));
    const away = scrollY > awayFromPx;
    setSpan((before) => {
      if (before.first === first && before.room === room && before.away === away) return before;
      const leap = first >= before.first + before.room || first + room <= before.first;
      return { first, room, away, shift: leap ? before.shift + before.first - first : before.shift };
    });
  }, [count, rowHeight, openIndex, opened, overscan, awayFromPx]);

  // Where the rows begin on the page: figures and notices above them come and go.
  useLayoutEffect(() => {
    const measure = () => {
      if (top.current) offset.current = top.current.getBoundingClientRect().top + window.scrollY;
      look();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [look]);

  useEffect(() => {
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look, { passive: true });
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [look]);

  const measureOpen = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const observer = new ResizeObserver(([entry]) => {
        const height = entry?.borderBoxSize[0]?.blockSize;
        // A row that leaves the page reports nought; the room that it took stays.
        if (height) setExtra(Math.max(0, height - rowHeight));
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [rowHeight],
  );

  // The list may have become shorter since the span was taken, or longer: an open row that new ones push down keeps its elements,
  // and so what has been done in it.
  const end = Math.min(span.first + span.room, count);
  const first = Math.min(span.first, end);
  const above = openIndex !== -1 && openIndex < first ? opened : 0;
  const below = openIndex >= end ? opened : 0;
  return {
    first,
    end,
    away: span.away,
    before: first * rowHeight + above,
    after: (count - end) * rowHeight + below,
    top,
    slotOf: (index) => {
      const slots = Math.max(1, end - first);
      return (((index + span.shift) % slots) + slots) % slots;
    },
    measureOpen,
  };
}
