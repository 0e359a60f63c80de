import { ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardHeader } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { QueryState } from '../../shared/ui/query-state.tsx';
import { type AlertRule, useListAlertRulesQuery } from './alerts-api.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleRow } from './rule-row.tsx';

const POLL_MS = 30_000;

export function RulesCard() {
  const query = useListAlertRulesQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const rules = query.data?.rules ?? [];
  const [open, setOpen] = useState<AlertRule | 'new' | null>(null);
  const add = (
    <Button size="sm" icon={<Plus className="size-4" />} onClick={() => setOpen('new')}>
      Add rule
    </Button>
  );
  return (
    <Card>
      <CardHeader
        title="Rules"
        description={`When an alert fires; each rule is checked once a minute${query.data ? `, ${query.data.max_rules} at most` : ''}`}
        action={rules.length > 0 && add}
      />
      <QueryState query={query} failure="Failed to load rules">
        {rules.length === 0 ? (
          <EmptyState icon={<ListChecks />} title="No rules yet" action={add}>
            Start from a template: an attack, a server that fails, or people blocked by mistake.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line px-5">
            {rules.map((rule) => (
              <RuleRow key={rule.id} rule={rule} onEdit={() => setOpen(rule)} />
            ))}
          </ul>
        )}
      </QueryState>
      {open !== null && <RuleDialog rule={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Card>
  );
}
