import { LogOut, Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { LogoMark } from '../../entities/company/logo.tsx';
import { useCompany } from '../../entities/company/use-company.ts';
import { paths } from '../../entities/page/paths.ts';
import { guestClaim } from '../../entities/plan/guest-claim.ts';
import { useAuthActions } from '../../entities/session/use-auth-actions.ts';
import { useSupportView, useUser } from '../../entities/session/use-session.ts';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useShortcut } from '../../shared/hooks/use-shortcut.ts';
import { cn } from '../../shared/lib/cn.ts';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';
import { ThemeToggle } from '../../shared/ui/theme-toggle.tsx';
import { entriesFor, Rail } from './rail.tsx';

// Phones only; and dialogs are heavy.
const RailDrawer = lazy(() => import('./rail-drawer.tsx'));

// Administrators only.
const SupportViewBanner = lazy(() => import('../../features/support-view/support-view-banner.tsx'));

// Only where something was paid before there was an account.
const GuestPayment = lazy(() => import('../../entities/plan/guest-payment.tsx'));

// Only where the operator's line is about some domains.
const DomainNotice = lazy(() => import('./domain-notice.tsx'));
const NOTICE_STYLE = 'bg-info-soft px-4 py-2 text-sm';

const CommandPalette = lazy(() =>
  import('../../features/palette/command-palette.tsx').then(({ CommandPalette: Component }) => ({
    default: Component,
  })),
);

function initials(name: string): string {
  return name
    .split(/[\s._-]+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');
}

function Header({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const user = useUser();
  const view = useSupportView();
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
      <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-3">
        {view === null && <NotificationBell />}
        <button
          type="button"
          aria-label="Search or jump to"
          onClick={onSearch}
          className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), 'md:hidden')}
        >
          <Search aria-hidden="true" className="size-[1.125rem]" />
        </button>
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
  const [menuUsed, setMenuUsed] = useState(false);
  const [palette, setPalette] = useState(false);
  const { pathname } = useLocation();
  const user = useUser();
  const view = useSupportView();
  /** On paper too: printed figures would lack it. */
  const { notice, notice_domains: about = [] } = useCompany();
  const openPalette = useCallback(() => setPalette(true), []);
  useShortcut('k', openPalette);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the menu, whichever way it came
  useEffect(() => setMenuOpen(false), [pathname]);

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-[80] focus:rounded-md focus:bg-raised focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-rail-line bg-rail lg:block print:hidden">
        <Rail />
      </aside>
      {menuUsed && (
        <Suspense>
          <RailDrawer open={menuOpen} onOpenChange={setMenuOpen} />
        </Suspense>
      )}
      {palette && (
        <Suspense>
          <CommandPalette pages={entriesFor(user, view !== null)} onClose={() => setPalette(false)} />
        </Suspense>
      )}
      {view === null && guestClaim.read(user.id) !== null && (
        <Suspense>
          <GuestPayment />
        </Suspense>
      )}
      <div className="flex min-w-0 flex-col">
        <Header
          onMenu={() => {
            setMenuUsed(true);
            setMenuOpen(true);
          }}
          onSearch={openPalette}
        />
        {view !== null && (
          <Suspense>
            <SupportViewBanner view={view} />
          </Suspense>
        )}
        {notice &&
          (about.length === 0 || user.is_admin ? (
            <p className={NOTICE_STYLE}>{notice}</p>
          ) : (
            <Suspense>
              <DomainNotice about={about} className={NOTICE_STYLE}>
                {notice}
              </DomainNotice>
            </Suspense>
          ))}
        <main id="main" className="mx-auto w-full max-w-[88rem] flex-1 px-4 py-6 sm:px-6 sm:py-8 lg:px-8">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
