import { type RefObject, useEffect } from 'react';
import { oppositeOf } from '../../entities/log/log-filters.ts';
import type { LogEntry } from '../../shared/api/types.ts';
import type { SetFilter } from './use-log-filters.ts';

/** Where keys are text, or press what they stand on. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';
/** Left free above and below the row that one moves to. */
const MARGIN_PX = 80;

interface LogKeysProps {
  /** The place of the entry that the keys are at; -1 for none. */
  current: number;
  onCurrent: (id: string) => void;
  logs: readonly LogEntry[] | undefined;
  rowHeight: number;
  /** Where the first row begins. */
  top: RefObject<HTMLElement | null>;
  openIndex: number;
  onToggle: (id: string) => void;
  onFilter: SetFilter;
}

/**
 * The log by keyboard: j and k go to the next entry and back, Enter opens it, x leaves out what comes from its address.
 * Browsers have keys of their own for everything else. Nothing of it shows, so the first view does not wait for it.
 */
export default function LogKeys({
  logs,
  current,
  onCurrent,
  rowHeight,
  top,
  openIndex,
  onToggle,
  onFilter,
}: LogKeysProps) {
  useEffect(() => {
    const goTo = (index: number) => {
      const log = logs?.[index];
      if (!log || !top.current) return;
      onCurrent(log.id);
      const opened = document.getElementById(`details-${logs[openIndex]?.id}`);
      const below = openIndex !== -1 && index > openIndex ? (opened?.clientHeight ?? 0) : 0;
      const y = top.current.getBoundingClientRect().top + index * rowHeight + below;
      if (y < MARGIN_PX) window.scrollBy({ top: y - MARGIN_PX, behavior: 'instant' });
      const over = y + rowHeight + MARGIN_PX - window.innerHeight;
      if (over > 0) window.scrollBy({ top: over, behavior: 'instant' });
    };
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(OWN_KEYS)) return;
      const log = logs?.[current];
      if (event.key === 'j') goTo(current + 1);
      else if (event.key === 'k') goTo(Math.max(0, current - 1));
      // On a button or a link Enter is theirs.
      else if (event.key === 'Enter' && log && !target?.closest('button, a')) onToggle(log.id);
      else if (event.key === 'x' && log) onFilter('address', oppositeOf('address', log.remote_addr));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [logs, current, onCurrent, rowHeight, top, openIndex, onToggle, onFilter]);
  return null;
}
