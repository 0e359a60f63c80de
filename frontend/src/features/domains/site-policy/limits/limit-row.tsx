import { Pencil, Trash2 } from 'lucide-react';
import { ListNamesIn } from '../../../../entities/client-list/list-names-in.tsx';
import {
  limitActionText,
  type RateLimitAction,
  rateLimitText,
} from '../../../../entities/policy/policy-words.ts';
import type { RateLimitRule } from '../../../../shared/api/types.ts';
import { cn } from '../../../../shared/lib/cn.ts';
import { Badge, type BadgeTone } from '../../../../shared/ui/badge.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Switch } from '../../../../shared/ui/switch.tsx';

const tones: Record<RateLimitAction, BadgeTone> = {
  block: 'danger',
  refuse: 'danger',
  challenge: 'warn',
  slow_down: 'warn',
  log: 'info',
};

interface LimitRowProps {
  rule: RateLimitRule;
  /** A link points to it. */
  marked: boolean;
  onToggle: (enabled: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

export function LimitRow({ rule, marked, onToggle, onEdit, onRemove }: LimitRowProps) {
  return (
    <li
      className={cn(
        'flex items-start gap-2 rounded-md border border-line p-3 sm:gap-3 sm:px-4',
        marked && 'border-brand-text bg-brand-soft/40',
      )}
    >
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className={cn('text-sm font-[600] wrap-anywhere', !rule.enabled && 'text-ink-muted')}>
            <bdi>{rule.name}</bdi>
          </span>
          <Badge tone={rule.enabled ? tones[rule.action] : 'neutral'}>
            {rule.enabled ? limitActionText(rule) : 'Off'}
          </Badge>
        </div>
        <p className="text-[0.8125rem] leading-relaxed wrap-anywhere text-ink-muted">
          <ListNamesIn text={rateLimitText(rule)} />
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-1 max-sm:flex-col max-sm:items-end">
        <Switch label={`"${rule.name}" is on`} checked={rule.enabled} onCheckedChange={onToggle} />
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`Edit "${rule.name}"`}
          icon={<Pencil className="size-4" />}
          onClick={onEdit}
        />
        <Button
          size="icon-sm"
          variant="ghost"
          className="text-danger-text"
          aria-label={`Remove "${rule.name}"`}
          icon={<Trash2 className="size-4" />}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}
