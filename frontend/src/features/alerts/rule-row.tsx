import { BellOff, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { RULE_STATES } from './alert-words.ts';
import { type AlertRule, useDeleteAlertRuleMutation, useSilenceAlertRuleMutation } from './alerts-api.ts';
import { measuredText, ruleSentence } from './rule-sentence.ts';

const SILENCES = [
  { minutes: 60, label: 'Silence for an hour' },
  { minutes: 24 * 60, label: 'Silence for a day' },
  { minutes: 7 * 24 * 60, label: 'Silence for a week' },
] as const;

const PROBLEMS: Readonly<Partial<Record<string, string>>> = {
  alert_reads_too_much: 'There are too many requests to search: choose a shorter window, or a single domain.',
  alert_reads_part: 'There are too many requests to search all of them: the rule counts the latest.',
  edges_missing:
    'An edge node is not reporting: its requests may arrive later. The rule keeps its state until then.',
  logs_behind: 'Requests are reaching the log late: the rule counts those already there.',
};

export function RuleRow({ rule, onEdit }: { rule: AlertRule; onEdit: () => void }) {
  const { id, name, silenced_until: silencedUntil } = rule;
  const [silence] = useSilenceAlertRuleMutation();
  const [remove, { isLoading: removing }] = useDeleteAlertRuleMutation();
  const [ending, setEnding] = useState(false);
  const state = RULE_STATES[rule.state];
  const silenceFor = (minutes: number) =>
    attempt(silence({ id, alertSilence: { minutes } }).unwrap(), {
      success: minutes === 0 ? 'No longer silenced' : 'Silenced',
      failure: 'Failed to silence the rule',
    });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 text-sm">
      <div className="min-w-0 flex-1 basis-52 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-[560]">
          <bdi className="min-w-0">{name}</bdi>
          {rule.is_active ? <Badge tone={state.tone}>{state.label}</Badge> : <Badge>Off</Badge>}
          {silencedUntil !== null && (
            <Badge>
              <BellOff aria-hidden="true" />
              Silenced until {formatDateTime(silencedUntil)}
            </Badge>
          )}
        </p>
        <p className="break-words text-ink-muted">{ruleSentence(rule.condition)}</p>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">
          <bdi>{rule.domain?.name ?? 'All domains'}</bdi>
          {rule.last_value !== null && ` · now ${measuredText(rule.condition.measure, rule.last_value)}`}
          {rule.channel_ids.length === 0 && ' · no channel'}
        </p>
        {rule.last_problem !== null && (
          <p className="text-[0.8125rem] text-danger-text">
            {PROBLEMS[rule.last_problem] ?? 'It could not be checked at the moment.'}
          </p>
        )}
      </div>
      <div className="flex items-center gap-2">
        <Button size="sm" variant="secondary" onClick={onEdit}>
          Edit
        </Button>
        <Menu
          label={`More for ${name}`}
          trigger={<Button size="icon" variant="ghost" icon={<Ellipsis className="size-4" />} />}
          entries={[
            ...(silencedUntil === null
              ? SILENCES.map(({ minutes, label }) => ({
                  key: label,
                  label,
                  onSelect: () => void silenceFor(minutes),
                }))
              : [{ key: 'unsilence', label: 'Unsilence', onSelect: () => void silenceFor(0) }]),
            { key: 'remove', label: 'Remove', tone: 'danger' as const, onSelect: () => setEnding(true) },
          ]}
        />
      </div>
      <ConfirmDialog
        open={ending}
        title={`Remove ${name}?`}
        confirmLabel="Remove rule"
        busy={removing}
        onCancel={() => setEnding(false)}
        onConfirm={() =>
          void attempt(remove({ id }).unwrap(), {
            success: 'Rule removed',
            failure: 'Failed to remove the rule',
          })
        }
      >
        Its history is deleted too.
      </ConfirmDialog>
    </li>
  );
}
