import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import {
  ChartNoAxesCombined,
  Globe,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  Menu as MenuIcon,
  ScrollText,
  Search,
  Settings,
  ShieldUser,
  X,
} from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { useShortcut } from '../../shared/hooks/use-shortcut.ts';
import { cn } from '../../shared/lib/cn.ts';
import { paths } from '../../shared/lib/paths.ts';
import { useAuthActions } from '../../shared/session/use-auth-actions.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';
import { backdropStyle } from '../../shared/ui/dialog.tsx';
import { Logo, LogoMark } from '../../shared/ui/logo.tsx';
import { ThemeToggle } from '../../shared/ui/theme-toggle.tsx';

const CommandPalette = lazy(() =>
  import('../../features/palette/command-palette.tsx').then(({ CommandPalette: Component }) => ({
    default: Component,
  })),
);

interface NavEntry {
  to: string;
  label: string;
  Icon: LucideIcon;
  end?: boolean;
}

const entries: readonly NavEntry[] = [
  { to: paths.dashboard, label: 'Overview', Icon: LayoutDashboard, end: true },
  { to: paths.domains, label: 'Domains', Icon: Globe },
  { to: paths.analytics, label: 'Analytics', Icon: ChartNoAxesCombined },
  { to: paths.logs, label: 'WAF Logs', Icon: ScrollText },
  { to: paths.settings, label: 'Settings', Icon: Settings },
];
const adminEntry: NavEntry = { to: paths.admin, label: 'Super Admin', Icon: ShieldUser };

function Rail({ onNavigate }: { onNavigate?: () => void }) {
  const user = useUser();
  return (
    <nav aria-label="Dashboard" className="flex h-full flex-col">
      <Link to={paths.home} className="flex h-16 items-center px-5 text-white">
        <Logo />
      </Link>
      <ul className="flex flex-1 flex-col gap-0.5 overflow-y-auto px-3 py-3">
        {[...entries, ...(user.is_admin ? [adminEntry] : [])].map(({ to, label, Icon, end }) => (
          <li key={to} className={cn(to === paths.admin && 'mt-3 border-t border-rail-line pt-3')}>
            <NavLink
              to={to}
              end={end}
              onClick={onNavigate}
              className={({ isActive }) =>
                cn(
                  'flex h-10 items-center gap-3 rounded-md px-3 text-sm font-[540] text-rail-ink transition-colors -outline-offset-2 hover:bg-white/5 hover:text-rail-ink-strong focus-visible:outline-lime',
                  isActive && 'bg-rail-active text-lime hover:bg-rail-active hover:text-lime',
                )
              }
            >
              <Icon aria-hidden="true" className="size-[1.125rem]" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="overflow-hidden">
        <div className="stakes text-rail-line" />
      </div>
      <div className="bg-rail-line px-5 pb-4 text-xs text-rail-faint">
        <p>
          Plan <span className="ml-1 font-[600] text-rail-ink-strong capitalize">{user.plan}</span>
        </p>
      </div>
    </nav>
  );
}

function initials(name: string): string {
  return name
    .split(/[\s._-]+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');
}

function Header({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const user = useUser();
  const { logout } = useAuthActions();
  const name = user.full_name || user.username;
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-b border-line bg-canvas/90 px-4 backdrop-blur-md sm:px-6 lg:px-8 print:hidden">
      <button
        type="button"
        aria-label="Open navigation"
        onClick={onMenu}
        className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), '-ml-2 lg:hidden')}
      >
        <MenuIcon aria-hidden="true" className="size-5" />
      </button>
      <Link to={paths.home} aria-label="Palisade" className="lg:hidden">
        <LogoMark />
      </Link>
      <button
        type="button"
        onClick={onSearch}
        className="hidden h-9 w-72 items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3 text-sm text-ink-faint hover:border-field-line md:flex"
      >
        <Search aria-hidden="true" className="size-4" />
        Search or jump to…
        <kbd className="ml-auto rounded-sm border border-line-strong px-1.5 font-mono text-2xs">Ctrl K</kbd>
      </button>
      <div className="ml-auto flex min-w-0 items-center gap-2 sm:gap-3">
        <ThemeToggle />
        <div className="hidden h-6 w-px bg-line-strong sm:block" />
        <div className="flex min-w-0 items-center gap-2.5">
          <span
            aria-hidden="true"
            className="hidden size-8 shrink-0 place-items-center rounded-full bg-brand-soft text-xs font-[640] text-brand-text sm:grid"
          >
            {initials(name)}
          </span>
          <div className="min-w-0 text-right sm:text-left">
            <p className="truncate text-[0.8125rem] leading-4 font-[600]">{name}</p>
            <p className="truncate text-xs text-ink-faint">{user.email}</p>
          </div>
        </div>
        <Button
          variant="secondary"
          size="sm"
          onClick={logout}
          aria-label="Logout"
          icon={<LogOut aria-hidden="true" className="size-3.5" />}
        >
          <span className="hidden sm:inline">Logout</span>
        </Button>
      </div>
    </header>
  );
}

export function DashboardLayout() {
  const [menuOpen, setMenuOpen] = useState(false);
  const [palette, setPalette] = useState(false);
  const { pathname } = useLocation();
  const user = useUser();
  const openPalette = useCallback(() => setPalette(true), []);
  useShortcut('k', openPalette);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the menu, whichever way it came
  useEffect(() => setMenuOpen(false), [pathname]);

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-[80] focus:rounded-md focus:bg-raised focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-rail-line bg-rail lg:block print:hidden">
        <Rail />
      </aside>
      <BaseDialog.Root open={menuOpen} onOpenChange={setMenuOpen}>
        <BaseDialog.Portal>
          <BaseDialog.Backdrop className={backdropStyle} />
          <BaseDialog.Popup
            aria-label="Navigation"
            className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] bg-rail shadow-3 transition-transform duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
          >
            <BaseDialog.Close
              aria-label="Close navigation"
              className="absolute top-3.5 right-3 grid size-9 place-items-center rounded-md text-rail-ink hover:bg-white/10"
            >
              <X aria-hidden="true" className="size-5" />
            </BaseDialog.Close>
            <Rail onNavigate={() => setMenuOpen(false)} />
          </BaseDialog.Popup>
        </BaseDialog.Portal>
      </BaseDialog.Root>
      {palette && (
        <Suspense>
          <CommandPalette
            pages={user.is_admin ? [...entries, adminEntry] : entries}
            onClose={() => setPalette(false)}
          />
        </Suspense>
      )}
      <div className="flex min-w-0 flex-col">
        <Header onMenu={() => setMenuOpen(true)} onSearch={openPalette} />
        <main id="main" className="mx-auto w-full max-w-[88rem] flex-1 px-4 py-6 sm:px-6 sm:py-8 lg:px-8">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
