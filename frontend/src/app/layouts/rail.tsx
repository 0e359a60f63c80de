import {
  AppWindow,
  BellRing,
  ChartNoAxesCombined,
  Globe,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  ScrollText,
  Settings,
  ShieldUser,
  Waypoints,
} from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { Logo } from '../../entities/company/logo.tsx';
import { paths } from '../../entities/page/paths.ts';
import { useSupportView, useUser } from '../../entities/session/use-session.ts';
import type { User } from '../../shared/api/types.ts';
import { cn } from '../../shared/lib/cn.ts';
import { pages } from '../pages/pages.ts';

/** By path; each page with an entry in the navigation has one. */
const icons: Readonly<Record<string, LucideIcon>> = {
  [paths.dashboard]: LayoutDashboard,
  [paths.domains]: Globe,
  [paths.lists]: ListChecks,
  [paths.analytics]: ChartNoAxesCombined,
  [paths.logs]: ScrollText,
  [paths.alerts]: BellRing,
  [paths.logStreams]: Waypoints,
  [paths.settings]: Settings,
  [paths.admin]: ShieldUser,
};

/** The pages that somebody can go to, for the navigation and the command palette; settings are the customer's alone. */
export const entriesFor = ({ is_admin }: Pick<User, 'is_admin'>, isSupportView = false) =>
  pages.flatMap(({ path, navigation, access }) =>
    navigation !== undefined &&
    (access !== 'administrators' || is_admin) &&
    !(isSupportView && path === paths.settings)
      ? [{ to: path, label: navigation, Icon: icons[path] ?? AppWindow }]
      : [],
  );

/** The dashboard's navigation. */
export function Rail({ onNavigate }: { onNavigate?: () => void }) {
  const user = useUser();
  const view = useSupportView();
  return (
    <nav aria-label="Dashboard" className="flex h-full flex-col">
      <Link to={paths.home} className="flex h-16 items-center px-5 text-white">
        <Logo />
      </Link>
      <ul className="flex flex-1 flex-col gap-0.5 overflow-y-auto px-3 py-3">
        {entriesFor(user, view !== null).map(({ to, label, Icon }) => (
          <li key={to} className={cn(to === paths.admin && 'mt-3 border-t border-rail-line pt-3')}>
            <NavLink
              to={to}
              end={to === paths.dashboard}
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
