import { Command } from 'cmdk';
import { Globe } from 'lucide-react';
import { useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import { paths } from '../../entities/page/paths.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { groupStyle, Item } from './palette-item.tsx';

/** More than one looks through; with others one types. */
const MAX_SHOWN = 20;

interface DomainsGroupProps {
  typed: string;
  go: (to: string) => () => void;
}

/** The owner's sites that have what was typed in their names: picked here, since the palette's own search would make an entry of each of hundreds first. */
export function DomainsGroup({ typed, go }: DomainsGroupProps) {
  const { data: domains = [] } = useListDomainsQuery();
  const wanted = typed.trim().toLowerCase();
  const found = domains.filter(({ domain_name }) => domain_name.includes(wanted));
  if (found.length === 0) return null;
  const more = found.length - MAX_SHOWN;
  return (
    <Command.Group heading="Logs of a domain" className={groupStyle}>
      {found.slice(0, MAX_SHOWN).map(({ id, domain_name }) => (
        <Item
          key={id}
          value={domain_name}
          icon={<Globe />}
          onSelect={go(`${paths.logs}?domain=${encodeURIComponent(domain_name)}`)}
        >
          <span className="truncate font-mono text-[0.8125rem]">{domain_name}</span>
        </Item>
      ))}
      {more > 0 && (
        <p className="px-3 py-2 text-[0.8125rem] text-ink-muted">
          And {formatCount(more)} more: type a part of the name.
        </p>
      )}
    </Command.Group>
  );
}
