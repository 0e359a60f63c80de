import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import {
  Clock,
  LogOut,
  type LucideIcon,
  MessageSquareText,
  Moon,
  Plus,
  ScrollText,
  Search,
  ShieldBan,
  Sun,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { filterText, logLink, recogniseFilter } from '../../entities/log/log-filters.ts';
import { logEntryLink, paths } from '../../entities/page/paths.ts';
import { useAuthActions } from '../../entities/session/use-auth-actions.ts';
import { useUser } from '../../entities/session/use-session.ts';
import { useTheme } from '../../shared/hooks/use-theme.ts';
import { useTimeZone } from '../../shared/hooks/use-time-zone.ts';
import { backdropStyle } from '../../shared/ui/dialog.tsx';
import { DocsGroup } from './docs-group.tsx';
import { DomainsGroup } from './domains-group.tsx';
import { HelpGroup } from './help-group.tsx';
import { groupStyle, Item } from './palette-item.tsx';
import { useDocsSearch } from './use-docs-search.ts';

/** Nobody else loads it. */
const OperatorGroup = lazy(async () => ({
  default: (await import('./operator-group.tsx')).OperatorGroup,
}));

interface PaletteProps {
  onClose: () => void;
  pages: readonly { to: string; label: string; Icon: LucideIcon }[];
}

/** Everything within a few keys: pages, domains, actions, help, and the documentation. */
export function CommandPalette({ onClose, pages }: PaletteProps) {
  const navigate = useNavigate();
  const { theme, setTheme } = useTheme();
  const { zone, setZone } = useTimeZone();
  const { logout } = useAuthActions();
  const { is_admin: isAdmin } = useUser();
  const [typed, setTyped] = useState('');
  const wanted = recogniseFilter(typed);
  const docs = useDocsSearch(typed);

  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const go = (to: string) => run(() => navigate(to));
  // A site of its own: its links load a page.
  const leave = (to: string) => run(() => window.location.assign(to));
  const otherZone = zone === 'utc' ? 'local time' : 'UTC';
  const otherTheme = theme === 'dark' ? 'light' : 'dark';

  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropStyle} />
        <BaseDialog.Popup
          aria-label="Command palette"
          className="fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl border border-line bg-raised shadow-3 outline-none transition-[opacity,translate] duration-150 data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0"
        >
          <Command label="Command palette">
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden="true" className="size-4 text-ink-faint" />
              <Command.Input
                dir="auto"
                autoFocus
                value={typed}
                onValueChange={setTyped}
                placeholder="Page, domain, address, request id, question…"
                className="h-13 min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-ink-faint"
              />
              <kbd className="rounded-sm border border-line-strong px-1.5 font-mono text-2xs text-ink-faint">
                Esc
              </kbd>
            </div>
            <Command.List className="max-h-[50vh] overflow-y-auto p-2">
              {!wanted && docs.found.length === 0 && !docs.busy && (
                <Command.Empty className="px-4 py-8 text-center text-sm text-balance text-ink-muted">
                  Nothing found here or in the documentation. Addresses, paths, rules and request ids are
                  searched in the log.
                </Command.Empty>
              )}
              {wanted && (
                <Command.Group heading="In the log" className={groupStyle} forceMount>
                  <Item
                    forceMount
                    value={`log ${typed}`}
                    icon={<ScrollText />}
                    onSelect={go(
                      wanted.name === 'id'
                        ? logEntryLink(wanted.value)
                        : logLink({ [wanted.name]: wanted.value }),
                    )}
                  >
                    <span className="truncate">
                      {filterText(wanted.name, wanted.value).label}{' '}
                      <span className="font-mono text-[0.8125rem]">
                        {filterText(wanted.name, wanted.value).value}
                      </span>
                    </span>
                  </Item>
                </Command.Group>
              )}
              {isAdmin && (
                <Suspense>
                  <OperatorGroup typed={typed} go={go} />
                </Suspense>
              )}
              <Command.Group heading="Pages" className={groupStyle}>
                {pages.map(({ to, label, Icon }) => (
                  <Item key={to} value={label} icon={<Icon />} onSelect={go(to)}>
                    {label}
                  </Item>
                ))}
              </Command.Group>
              <DomainsGroup typed={typed} go={go} />
              <Command.Group heading="Actions" className={groupStyle}>
                <Item
                  value="Show blocked requests"
                  keywords={['threats', 'attacks', 'logs']}
                  icon={<ShieldBan />}
                  onSelect={go(logLink({ status: 'blocked' }))}
                >
                  Show blocked requests
                </Item>
                <Item
                  value="Visitor reports"
                  keywords={['false positive', 'mistake', 'inbox']}
                  icon={<MessageSquareText />}
                  onSelect={go(paths.reports)}
                >
                  Visitor reports
                </Item>
                <Item value="Add a domain" icon={<Plus />} onSelect={go(`${paths.domains}?add=1`)}>
                  Add a domain
                </Item>
                <Item
                  value={`Switch to ${otherTheme} theme`}
                  keywords={['dark', 'light', 'colour', 'color']}
                  icon={otherTheme === 'dark' ? <Moon /> : <Sun />}
                  onSelect={run(() => setTheme(otherTheme))}
                >
                  Switch to {otherTheme} theme
                </Item>
                <Item
                  value={`Show times in ${otherZone}`}
                  keywords={['time zone', 'utc', 'local', 'clock']}
                  icon={<Clock />}
                  onSelect={run(() => setZone(zone === 'utc' ? 'local' : 'utc'))}
                >
                  Show times in {otherZone}
                </Item>
                <Item
                  value="Log out"
                  keywords={['sign out', 'leave']}
                  icon={<LogOut />}
                  onSelect={run(logout)}
                >
                  Log out
                </Item>
              </Command.Group>
              <HelpGroup go={go} leave={leave} />
              <DocsGroup docs={docs} leave={leave} />
            </Command.List>
          </Command>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
