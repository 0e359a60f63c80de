import { Command } from 'cmdk';
import { FileText } from 'lucide-react';
import { groupStyle, Item } from './palette-item.tsx';
import type { DocsSearch } from './use-docs-search.ts';

interface DocsGroupProps {
  docs: DocsSearch;
  leave: (to: string) => () => void;
}

/** Parts of the documentation that have what was typed. The palette's own search does not judge them again. */
export function DocsGroup({ docs: { found, failed }, leave }: DocsGroupProps) {
  if (failed)
    return (
      <p role="status" className="px-3 py-2 text-[0.8125rem] text-ink-muted">
        The documentation could not be searched.
      </p>
    );
  if (found.length === 0) return null;
  return (
    <Command.Group heading="In the documentation" className={groupStyle} forceMount>
      {found.map(({ id, title, heading, excerpt }) => (
        <Item key={id} forceMount value={`docs ${id}`} icon={<FileText />} onSelect={leave(id)}>
          <span className="min-w-0 py-1.5">
            <span className="block truncate">{heading ? `${title} › ${heading}` : title}</span>
            <span className="block truncate text-xs text-ink-muted">{excerpt}</span>
          </span>
        </Item>
      ))}
    </Command.Group>
  );
}
