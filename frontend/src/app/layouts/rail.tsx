import {
  ChartNoAxesCombined,
  Globe,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Settings,
  ShieldUser,
} from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { cn } from '../../shared/lib/cn.ts';
import { paths } from '../../shared/lib/paths.ts';
import { useUser } from '../../shared/session/use-session.ts';
import { Logo } from '../../shared/ui/logo.tsx';

interface NavEntry {
  to: string;
  label: string;
  Icon: LucideIcon;
  end?: boolean;
}

export const entries: readonly NavEntry[] = [
  { to: paths.dashboard, label: 'Overview', Icon: LayoutDashboard, end: true },
  { to: paths.domains, label: 'Domains', Icon: Globe },
  { to: paths.analytics, label: 'Analytics', Icon: ChartNoAxesCombined },
  { to: paths.logs, label: 'WAF Logs', Icon: ScrollText },
  { to: paths.settings, label: 'Settings', Icon: Settings },
];
export const adminEntry: NavEntry = { to: paths.admin, label: 'Super Admin', Icon: ShieldUser };

/** The dashboard's navigation. */
export function Rail({ onNavigate }: { onNavigate?: () => void }) {
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
