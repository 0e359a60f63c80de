import { Clock, EllipsisVertical, Pencil, Plus, ScrollText, ShieldOff, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useListManagedRulesQuery } from '../../../../entities/domain/domains-api.ts';
import { logLink } from '../../../../entities/log/log-filters.ts';
import {
  exclusionSubject,
  expiryText,
  isExpired,
  pathText,
  targetText,
} from '../../../../entities/policy/exclusion-words.ts';
import { putEntry, removeEntry, usePolicyList } from '../../../../entities/policy/use-policy-list.ts';
import type { Domain, RuleExclusion } from '../../../../shared/api/types.ts';
import { cn } from '../../../../shared/lib/cn.ts';
import { formatDateTime } from '../../../../shared/lib/format.ts';
import { Badge } from '../../../../shared/ui/badge.tsx';
import { Button, ButtonLink } from '../../../../shared/ui/button.tsx';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { toast } from '../../../../shared/ui/toast.ts';
import { emptyExclusion } from './empty-exclusion.ts';

const ExclusionDialog = lazy(() => import('./exclusion-dialog.tsx'));

interface ExclusionsPanelProps {
  domain: Domain;
  /** The exclusion that a link points to. */
  marked: string | null;
}

/** A domain's exclusions from the managed rules. */
export function ExclusionsPanel({ domain, marked }: ExclusionsPanelProps) {
  const { list, change } = usePolicyList(domain.id, 'rule_exclusions');
  const { data: catalogue } = useListManagedRulesQuery();
  const [editing, setEditing] = useState<RuleExclusion | null>(null);

  const messageOf = ({ by, value }: RuleExclusion) =>
    by === 'rule_id' ? catalogue?.rules.find(({ id }) => String(id) === value)?.message : undefined;
  const subjectOf = (exclusion: RuleExclusion) => {
    const family = catalogue?.families.find(({ tag }) => tag === exclusion.value);
    return exclusion.by === 'tag' && family ? `All rules: ${family.name}` : exclusionSubject(exclusion);
  };

  const remove = async (exclusion: RuleExclusion, at: number) => {
    const outcome = await change(removeEntry(exclusion.id));
    if (!outcome.ok) {
      toast.error(outcome.message);
      return;
    }
    toast.undo('Exclusion removed', async () => {
      const back = await change(putEntry(exclusion, at));
      if (!back.ok) toast.error(back.message);
    });
  };
  const save = async (exclusion: RuleExclusion) => {
    const before = list.find(({ id }) => id === exclusion.id);
    const outcome = await change(putEntry(exclusion));
    if (!outcome.ok) return outcome;
    toast.undo(before ? 'Exclusion saved' : 'Exclusion added', async () => {
      const back = await change(before ? putEntry(before) : removeEntry(exclusion.id));
      if (!back.ok) toast.error(back.message);
    });
    return outcome;
  };

  return (
    <section aria-label="Exclusions" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-72 text-[0.8125rem] text-ink-muted">
          What the managed rules do not inspect on this domain, because they blocked legitimate requests.
          Everything else is still inspected.
        </p>
        {list.length > 0 && (
          <Button size="sm" icon={<Plus className="size-4" />} onClick={() => setEditing(emptyExclusion())}>
            Add exclusion
          </Button>
        )}
      </div>
      {list.length === 0 ? (
        <EmptyState
          icon={<ShieldOff />}
          title="No exclusions"
          className="py-6"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink
                to={logLink({ domain: domain.domain_name, status: 'blocked' })}
                icon={<ScrollText className="size-4" />}
              >
                Look at blocked requests
              </ButtonLink>
              <Button variant="secondary" onClick={() => setEditing(emptyExclusion())}>
                Add exclusion
              </Button>
            </div>
          }
        >
          The safest way begins in the log: open a request that should have passed and press "Create an
          exclusion". It proposes just the rule, the field and the path that it takes.
        </EmptyState>
      ) : (
        <ul aria-label="Exclusions from the managed rules" className="grid grid-cols-1 gap-2">
          {list.map((exclusion, at) => (
            <ExclusionRow
              key={exclusion.id}
              domainName={domain.domain_name}
              exclusion={exclusion}
              subject={subjectOf(exclusion)}
              message={messageOf(exclusion)}
              marked={exclusion.id === marked}
              onEdit={() => setEditing(exclusion)}
              onRemove={() => remove(exclusion, at)}
            />
          ))}
        </ul>
      )}
      {editing && (
        <Suspense>
          <ExclusionDialog
            domainId={domain.id}
            exclusion={editing}
            isNew={!list.some(({ id }) => id === editing.id)}
            catalogue={catalogue}
            onSave={save}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </section>
  );
}

interface ExclusionRowProps {
  domainName: string;
  exclusion: RuleExclusion;
  subject: string;
  /** The rule's description, if known. */
  message: string | undefined;
  marked: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function ExclusionRow({
  domainName,
  exclusion,
  subject,
  message,
  marked,
  onEdit,
  onRemove,
}: ExclusionRowProps) {
  const navigate = useNavigate();
  const { by, value, target, path_prefix, note, expires_at } = exclusion;
  const expired = isExpired(exclusion);
  return (
    <li
      className={cn(
        'flex items-start gap-3 rounded-md border border-line p-3 sm:px-4',
        marked && 'border-brand-text bg-brand-soft/40',
      )}
    >
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1">
          <button
            type="button"
            onClick={onEdit}
            className={cn(
              'min-h-6 text-left text-sm font-[600] wrap-anywhere decoration-dotted underline-offset-4 hover:underline',
              expired && 'text-ink-muted',
            )}
          >
            {subject}
          </button>
          {expires_at !== null && (
            <Badge tone={expired ? 'neutral' : 'info'} title={formatDateTime(expires_at)}>
              <Clock aria-hidden="true" />
              {expiryText(exclusion)}
            </Badge>
          )}
        </div>
        {message && <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">{message}</p>}
        <p className="mt-1 text-[0.8125rem] wrap-anywhere text-ink-muted">
          {expired ? 'Did not look at' : 'Does not look at'}{' '}
          <b className={cn('font-[560]', !expired && 'text-ink')}>{targetText(target)}</b>{' '}
          {pathText(path_prefix)}
        </p>
        {note && <p className="mt-1 text-[0.8125rem] wrap-anywhere text-ink-faint">{note}</p>}
      </div>
      <Menu
        label={`Actions for the exclusion of ${subject}`}
        trigger={<Button size="icon-sm" variant="ghost" icon={<EllipsisVertical className="size-4" />} />}
        entries={[
          { key: 'edit', label: 'Edit', icon: <Pencil />, onSelect: onEdit },
          ...(by === 'rule_id'
            ? [
                {
                  key: 'log',
                  label: 'Requests of this rule',
                  icon: <ScrollText />,
                  onSelect: () => navigate(logLink({ domain: domainName, rule: value })),
                },
              ]
            : []),
          { key: 'remove', label: 'Remove', icon: <Trash2 />, tone: 'danger', onSelect: onRemove },
        ]}
      />
    </li>
  );
}
