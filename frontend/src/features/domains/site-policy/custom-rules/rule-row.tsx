import {
  ArrowDown,
  ArrowUp,
  Copy,
  EllipsisVertical,
  Pencil,
  ScrollText,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { ListNamesIn } from '../../../../entities/client-list/list-names-in.tsx';
import { logLink } from '../../../../entities/log/log-filters.ts';
import { actionText, conditionParts, type RuleAction } from '../../../../entities/policy/policy-words.ts';
import { groupsOf } from '../../../../entities/policy/site-policy.ts';
import type { CustomRule } from '../../../../shared/api/types.ts';
import { cn } from '../../../../shared/lib/cn.ts';
import { Badge, type BadgeTone } from '../../../../shared/ui/badge.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { Switch } from '../../../../shared/ui/switch.tsx';

const tones: Record<RuleAction, BadgeTone> = {
  block: 'danger',
  challenge: 'warn',
  log: 'info',
  skip: 'ok',
  redirect: 'warn',
  page: 'danger',
  rewrite: 'info',
  change_headers: 'info',
  add_to_list: 'warn',
};

interface RuleRowProps {
  domainName: string;
  rule: CustomRule;
  /** Position from 1. */
  place: number;
  last: boolean;
  /** A link points to it. */
  marked: boolean;
  /** Why it has no effect; undefined for others. */
  finding?: string;
  onToggle: (enabled: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** The rule as a sentence. */
function Sentence({ rule }: { rule: CustomRule }) {
  const parts = groupsOf(rule).flatMap((group, nth) =>
    group.map((condition, at) => ({ condition, joint: at > 0 ? ' and ' : nth > 0 ? ', or ' : '' })),
  );
  return (
    <p
      className={cn(
        'text-[0.8125rem] leading-relaxed wrap-anywhere text-ink-muted',
        // Disabled rules are dimmed.
        rule.enabled && '[&_b]:text-ink',
      )}
    >
      When{' '}
      {parts.map(({ condition, joint }, at) => {
        const { subject, verb, object } = conditionParts(condition);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name of their own
          <span key={at}>
            {joint}
            {subject} {verb}{' '}
            {object && (
              <b className="font-[560]">
                <ListNamesIn text={object} />
              </b>
            )}
          </span>
        );
      })}{' '}
      →{' '}
      <b className="font-[560]">
        <ListNamesIn text={actionText(rule)} />
      </b>
    </p>
  );
}

export function RuleRow({
  domainName,
  rule,
  place,
  last,
  marked,
  finding,
  onToggle,
  onMove,
  onEdit,
  onDuplicate,
  onRemove,
}: RuleRowProps) {
  const navigate = useNavigate();
  const mover = (by: -1 | 1) => {
    const atEnd = by === -1 ? place === 1 : last;
    const Icon = by === -1 ? ArrowUp : ArrowDown;
    return (
      <Button
        size="icon-sm"
        variant="ghost"
        data-move={by}
        // Stays in place at the end of the list, since a removed button would lose the focus.
        aria-disabled={atEnd || undefined}
        aria-label={`Ask "${rule.name}" ${by === -1 ? 'earlier' : 'later'}`}
        icon={<Icon className="size-4" />}
        onClick={() => !atEnd && onMove(by)}
      />
    );
  };
  return (
    <li
      data-rule={rule.id}
      className={cn(
        'flex items-start gap-2 rounded-md border border-line p-3 sm:gap-3 sm:px-4',
        marked && 'border-brand-text bg-brand-soft/40',
      )}
    >
      <div className="grid shrink-0 justify-items-center gap-0.5">
        {mover(-1)}
        <span className="tabular text-xs font-[600] text-ink-faint" aria-hidden="true">
          {place}
        </span>
        {mover(1)}
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1">
          <button
            type="button"
            onClick={onEdit}
            className={cn(
              'min-h-6 text-left text-sm font-[600] wrap-anywhere decoration-dotted underline-offset-4 hover:underline',
              !rule.enabled && 'text-ink-muted',
            )}
          >
            <bdi>{rule.name}</bdi>
          </button>
          <Badge tone={rule.enabled ? tones[rule.action] : 'neutral'}>
            {rule.enabled ? actionText({ ...rule, skip: [] }).trim() : 'Off'}
          </Badge>
        </div>
        <Sentence rule={rule} />
        {finding && (
          <p className="mt-1 flex items-start gap-1.5 text-[0.8125rem] wrap-anywhere text-warn-text">
            <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
            {finding}
          </p>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-1 max-sm:flex-col max-sm:items-end">
        <Switch label={`"${rule.name}" is on`} checked={rule.enabled} onCheckedChange={onToggle} />
        <Menu
          label={`Actions for "${rule.name}"`}
          trigger={<Button size="icon-sm" variant="ghost" icon={<EllipsisVertical className="size-4" />} />}
          entries={[
            { key: 'edit', label: 'Edit', icon: <Pencil />, onSelect: onEdit },
            { key: 'copy', label: 'Duplicate', icon: <Copy />, onSelect: onDuplicate },
            {
              key: 'log',
              label: 'Show in the log',
              icon: <ScrollText />,
              onSelect: () => navigate(logLink({ domain: domainName, action: 'custom_rule' })),
            },
            { key: 'remove', label: 'Remove', icon: <Trash2 />, tone: 'danger', onSelect: onRemove },
          ]}
        />
      </div>
    </li>
  );
}
