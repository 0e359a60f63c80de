import { Menu as MenuIcon, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import type { Company } from '../../entities/company/company.ts';
import { Logo } from '../../entities/company/logo.tsx';
import { dialled, offer } from '../../entities/company/offer.ts';
import { useCompany } from '../../entities/company/use-company.ts';
import { paths } from '../../entities/page/paths.ts';
import { useSession } from '../../entities/session/use-session.ts';
import { cn } from '../../shared/lib/cn.ts';
import { ButtonLink, buttonStyle } from '../../shared/ui/button.tsx';
import { ThemeToggle } from '../../shared/ui/theme-toggle.tsx';

const NewsletterPopup = lazy(() =>
  import('../../features/newsletter/newsletter-popup.tsx').then(({ NewsletterPopup: Component }) => ({
    default: Component,
  })),
);

const links = [
  { to: paths.home, label: 'Home' },
  { to: paths.features, label: 'Features' },
  { to: paths.howToUse, label: 'How to Use' },
  { to: paths.pricing, label: 'Pricing' },
  { to: paths.about, label: 'About' },
  { to: paths.privacy, label: 'Privacy' },
  { to: paths.contact, label: 'Contact' },
] as const;

function AccountButtons({ block }: { block?: boolean }) {
  const { user } = useSession();
  const look = { size: block ? 'md' : 'sm', block } as const;
  if (user)
    return (
      <ButtonLink to={user.is_admin ? paths.admin : paths.dashboard} {...look}>
        {user.is_admin ? 'Admin Panel' : 'Dashboard'}
      </ButtonLink>
    );
  return (
    <>
      <ButtonLink to={paths.login} variant={block ? 'secondary' : 'ghost'} {...look}>
        Login
      </ButtonLink>
      <ButtonLink to={paths.register} {...look}>
        Get Started
      </ButtonLink>
    </>
  );
}

function Navigation() {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the menu, whichever way it came
  useEffect(() => setOpen(false), [pathname]);

  // Wherever the focus is: not every browser gives it to a button that is pressed.
  useEffect(() => {
    if (!open) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      opener.current?.focus();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas/90 backdrop-blur-md print:hidden">
      <nav aria-label="Main" className="mx-auto flex h-16 max-w-7xl items-center gap-6 px-4 sm:px-6">
        <Link to={paths.home} className="flex h-10 items-center rounded-md">
          <Logo />
        </Link>
        <ul className="mx-auto hidden items-center gap-1 lg:flex">
          {links.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className={({ isActive }) =>
                  cn(
                    'flex h-9 items-center rounded-md px-3 text-sm font-[540] text-ink-muted hover:text-ink',
                    isActive && 'text-brand-text',
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        {/* As wide for one button as for two: signing in moves nothing beside it. */}
        <div className="ml-auto flex items-center justify-end gap-2 lg:ml-0 lg:min-w-56">
          <ThemeToggle />
          <div className="for-strangers hidden gap-2 sm:flex">
            <AccountButtons />
          </div>
          <button
            ref={opener}
            type="button"
            aria-label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls="mobile-menu"
            onClick={() => setOpen(!open)}
            className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), '-mr-2 lg:hidden')}
          >
            {open ? (
              <X aria-hidden="true" className="size-5" />
            ) : (
              <MenuIcon aria-hidden="true" className="size-5" />
            )}
          </button>
        </div>
      </nav>
      {open && (
        // Its own scroll: on a phone held across it is higher than the screen.
        <div
          id="mobile-menu"
          className="max-h-[80dvh] animate-rise overflow-y-auto border-t border-line bg-canvas px-4 py-4 lg:hidden"
        >
          <ul className="grid gap-1">
            {links.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end
                  className={({ isActive }) =>
                    cn(
                      'flex h-11 items-center rounded-md px-3 font-[540]',
                      isActive ? 'bg-brand-soft text-brand-text' : 'text-ink',
                    )
                  }
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
          <div className="mt-4 grid gap-2 sm:hidden">
            <AccountButtons block />
          </div>
        </div>
      )}
    </header>
  );
}

const footerColumns = [
  {
    title: 'Quick Links',
    links: [
      { to: paths.home, label: 'Home' },
      { to: paths.features, label: 'Features' },
      { to: paths.pricing, label: 'Pricing' },
      { to: paths.about, label: 'About Us' },
      { to: paths.contact, label: 'Contact' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { to: paths.howItWorks, label: 'How It Works' },
      { to: `${paths.features}#comparison`, label: 'Feature Comparison' },
      { to: paths.privacy, label: 'Privacy Policy' },
      // A site of its own: its link loads a page.
      { to: '/docs', label: 'Documentation' },
      { to: paths.contact, label: 'Support' },
    ],
  },
] as const;

const legalLinks = [
  { to: paths.terms, label: 'Terms of Service' },
  { to: paths.dataProcessing, label: 'Data Processing' },
  { to: paths.security, label: 'Security' },
] as const;

const footerLink = 'inline-flex min-h-7 items-center rounded-sm hover:text-lime focus-visible:outline-lime';

/** As configured by the operator; the contact form is always present. */
function FooterContact({ company: { email, phone, address } }: { company: Company }) {
  const town = address.at(-1);
  return (
    <address className="mt-3 grid gap-1 text-sm not-italic">
      {email ? (
        <a href={`mailto:${email}`} className={footerLink}>
          {email}
        </a>
      ) : (
        <Link to={paths.contact} className={footerLink}>
          Write to us
        </Link>
      )}
      {phone && (
        <a href={dialled(phone)} className={footerLink}>
          {phone}
        </a>
      )}
      {town && <span className="inline-flex min-h-7 items-center">{town}</span>}
    </address>
  );
}

function Footer() {
  const company = useCompany();
  return (
    <footer className="mt-auto bg-night text-[#c6d6cd] print:hidden">
      <div aria-hidden="true" className="overflow-hidden bg-canvas">
        <div className="stakes -mb-px text-night [--stake:22px]" />
      </div>
      <div className="mx-auto grid max-w-7xl grid-cols-2 gap-x-6 gap-y-10 px-4 pt-10 pb-8 sm:px-6 lg:grid-cols-[1.6fr_1fr_1fr_1.2fr]">
        <div className="max-sm:col-span-2">
          {/* Its ground is the footer’s own: what shows of it starts where the text does. */}
          <Logo className="-ml-1.5 text-white" />
          <p className="mt-4 max-w-xs text-sm">{offer.tagline}</p>
        </div>
        {footerColumns.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className="text-sm font-[600] tracking-normal text-white">{column.title}</h2>
            <ul className="mt-3 grid gap-1 text-sm">
              {column.links.map(({ to, label }) => (
                <li key={label}>
                  <Link to={to} reloadDocument={to === '/docs'} className={footerLink}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="max-sm:col-span-2">
          <h2 className="text-sm font-[600] tracking-normal text-white">Contact</h2>
          <FooterContact company={company} />
        </div>
      </div>
      <div className="mx-auto max-w-7xl px-4 text-[0.8125rem] text-rail-faint sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-white/10 py-5">
          <p>
            © {offer.copyrightYear} {company.name ?? 'Palisade'}. All rights reserved.
          </p>
          <ul className="flex flex-wrap gap-x-5">
            {legalLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={footerLink}>
                  {label}
                </Link>
              </li>
            ))}
            {company.name && (
              <li>
                <Link to={`${paths.contact}#imprint`} className={footerLink}>
                  Imprint
                </Link>
              </li>
            )}
            {company.status_url && (
              <li>
                <a href={company.status_url} className={footerLink}>
                  Status
                </a>
              </li>
            )}
          </ul>
        </div>
      </div>
    </footer>
  );
}

export function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-[80] focus:rounded-md focus:bg-raised focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <Navigation />
      <main id="main" className="flex-1">
        <Outlet />
      </main>
      <Footer />
      <Suspense>
        <NewsletterPopup />
      </Suspense>
    </div>
  );
}
