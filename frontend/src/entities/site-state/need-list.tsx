import {
  BadgeAlert,
  CircleHelp,
  Gauge,
  Globe,
  type LucideIcon,
  Pause,
  ServerCrash,
  ShieldOff,
  ShieldQuestion,
} from 'lucide-react';
import { cn } from '../../shared/lib/cn.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { type SiteNeed, subjectOf } from './headline.ts';
import type { Need } from './needs.ts';

const icons: Record<Need['kind'], LucideIcon> = {
  origin: ServerCrash,
  certificate: BadgeAlert,
  dns: Globe,
  'false-positive': CircleHelp,
  'rules-off': ShieldOff,
  unverified: ShieldQuestion,
  paused: Pause,
  quota: Gauge,
};

/** What sites want of their owner, each with what to do first. */
export default function NeedList({ needs, named = true }: { needs: readonly SiteNeed[]; named?: boolean }) {
  return (
    <ul className="grid divide-y divide-line">
      {needs.map(({ domain, kind, tone, text, action }) => {
        const Icon = icons[kind];
        return (
          <li
            key={`${domain?.id ?? 'account'}-${kind}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0"
          >
            <p className="flex min-w-0 flex-1 basis-64 gap-2.5 text-sm">
              <Icon
                aria-hidden="true"
                className={cn(
                  'mt-0.5 size-4 shrink-0',
                  tone === 'danger' ? 'text-danger-text' : 'text-warn-text',
                )}
              />
              <span className="min-w-0 wrap-anywhere">
                {named ? <span className="font-[600]">{subjectOf({ domain })}</span> : 'This site'} {text}.
              </span>
            </p>
            <ButtonLink size="sm" variant="secondary" to={action.to} className="shrink-0">
              {action.label}
            </ButtonLink>
          </li>
        );
      })}
    </ul>
  );
}
