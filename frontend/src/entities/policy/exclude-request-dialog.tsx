import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Domain } from '../../shared/api/types.ts';
import { formatCount } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input, Select } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Checkbox } from '../../shared/ui/switch.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { useListDomainsQuery } from '../domain/domains-api.ts';
import { configurationLink } from '../page/paths.ts';
import { ExclusionPriceNote } from './exclusion-price-note.tsx';
import {
  type ExclusionParts,
  type FiredRule,
  pathsToChoose,
  type Scope,
  scopeText,
} from './exclusion-scope.ts';
import { DEFAULT_LIFETIME, familyName, LIFETIMES, targetText } from './exclusion-words.ts';
import { createdText, useCreateExclusions } from './use-create-exclusions.ts';
import { MATCH_PREVIEW_DAYS, useMatchPreview } from './use-match-preview.ts';
import { useProposedScope } from './use-proposed-scope.ts';

export interface ExcludeRequestDialogProps {
  domainName: string;
  fired: readonly FiredRule[];
  /** Path and query of the request that should have passed. */
  target: string;
  onClose: () => void;
  /** Told once there is one. */
  onCreated?: () => void;
}

/** An exclusion made from a request that was refused: as narrow as that request, and wider only step by step. */
export default function ExcludeRequestDialog(props: ExcludeRequestDialogProps) {
  const { data: domains, error, refetch } = useListDomainsQuery();
  const domain = domains?.find(({ domain_name }) => domain_name === props.domainName);
  if (domain) return <ExcludeRequestForm {...props} domain={domain} />;
  return (
    <Dialog open onClose={props.onClose} title="Create an exclusion">
      {domains && (
        <p className="text-sm text-ink-muted">{props.domainName} is not among your domains any more.</p>
      )}
      {error && !domains && <ErrorState message="Failed to load domains" onRetry={refetch} />}
      {!domains && !error && <Skeleton className="h-40" />}
    </Dialog>
  );
}

function ExcludeRequestForm({
  domain,
  fired,
  target,
  onClose,
  onCreated,
}: ExcludeRequestDialogProps & { domain: Domain }) {
  const navigate = useNavigate();
  const { loaded, saving, create } = useCreateExclusions(domain.id);
  const { scope, exclusions, choose, threshold, prices, isAsking, cheaper } = useProposedScope(
    domain.id,
    fired,
    target,
  );
  const [days, setDays] = useState<string>(DEFAULT_LIFETIME);
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const widen = (part: Partial<Scope>) => choose({ ...scope, ...part });

  const chosen = fired.filter(({ id }) => scope.rules.includes(id));
  const fields = [...new Set(chosen.flatMap((rule) => rule.fields))];
  const families = [...new Set(chosen.flatMap(({ family }) => family ?? []))];
  const pathChoices = pathsToChoose(target);
  const unlimited = scope.path === '' && (!scope.onlyFields || fields.length === 0);
  const [first] = chosen;

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    const outcome = await create(exclusions, { days, note });
    if (!outcome.ok) {
      setRefusal(outcome.message);
      return;
    }
    onCreated?.();
    const [one] = outcome.made;
    toast.act(createdText(outcome.made.length), 'Show', () =>
      navigate(configurationLink(domain.domain_name, 'exclusions', one?.id)),
    );
    onClose();
  };

  return (
    <FormDialog
      onClose={onClose}
      title="Create an exclusion"
      description="For requests like this one that should have passed. It starts as narrow as possible."
      onSubmit={submit}
      submitLabel="Create exclusion"
      submitDisabled={!loaded || chosen.length === 0}
      busy={saving}
    >
      {refusal !== null && (
        <Notice tone="danger" role="alert">
          {refusal}
        </Notice>
      )}
      {fired.length > 1 && (
        <fieldset className="grid gap-2.5">
          <legend className="mb-2 text-[0.8125rem] font-[560]">Rules that fired</legend>
          {fired.map((rule) => (
            <Checkbox
              key={rule.id}
              className="items-start"
              label={
                <>
                  Rule {rule.id}
                  <span className="block text-[0.8125rem] text-ink-muted">{rule.message}</span>
                </>
              }
              checked={scope.rules.includes(rule.id)}
              onCheckedChange={(checked) =>
                widen({
                  rules: fired
                    .map(({ id }) => id)
                    .filter((id) => (id === rule.id ? checked : scope.rules.includes(id))),
                })
              }
            />
          ))}
        </fieldset>
      )}
      {fired.length > 1 && chosen.length > 0 && chosen.length < fired.length && (
        <p className="-mt-1 text-[0.8125rem] text-ink-muted">
          The other rules still count, and may be enough to block such a request.
        </p>
      )}
      <Choice
        label="Rule"
        value={scope.families ? 'family' : 'rule'}
        onChange={(value) => widen({ families: value === 'family' })}
        options={[
          {
            value: 'rule',
            label:
              chosen.length === 1 && first
                ? `Only rule ${first.id}: ${first.message}`
                : 'Only the rules chosen above',
          },
          ...(families.length > 0
            ? [{ value: 'family', label: `Every rule against ${families.map(familyName).join(', ')}` }]
            : []),
        ]}
      />
      <Choice
        label="Field"
        value={scope.onlyFields && fields.length > 0 ? 'fields' : 'all'}
        onChange={(value) => widen({ onlyFields: value === 'fields' })}
        options={[
          ...(fields.length > 0
            ? [{ value: 'fields', label: `Only ${fields.map(targetText).join(', ')}` }]
            : []),
          { value: 'all', label: 'Every field of the request' },
        ]}
      />
      <Choice
        label="Path"
        value={scope.path}
        onChange={(path) => widen({ path })}
        options={pathChoices.map((path) => ({
          value: path,
          label:
            path === ''
              ? 'Every path'
              : path.endsWith('/')
                ? `Everything below ${path}`
                : `Only ${path} and below`,
        }))}
      />
      {chosen.length > 0 && (
        <Notice
          tone={unlimited ? 'warn' : 'info'}
          title={unlimited ? 'As wide as it can be' : 'What this lets through'}
        >
          <p className="wrap-anywhere">{scopeText(fired, scope)}</p>
          {!unlimited && <p>Everything else is inspected as before.</p>}
          <MatchPreview domainName={domain.domain_name} exclusions={exclusions} threshold={threshold} />
          <ExclusionPriceNote exclusions={exclusions} prices={prices} isAsking={isAsking} />
          {cheaper && (
            <p className="mt-1.5 wrap-anywhere">
              A narrower exclusion is enough for this request and lets fewer attacks through.{' '}
              <Button size="sm" variant="secondary" onClick={() => choose(cheaper)}>
                Take the narrower one
              </Button>
            </p>
          )}
        </Notice>
      )}
      <div className="grid gap-1.5">
        <span className="text-[0.8125rem] font-[560]" aria-hidden="true">
          Ends after
        </span>
        <Segmented
          label="Ends after"
          className="w-full sm:w-fit"
          value={days}
          onChange={setDays}
          options={LIFETIMES}
        />
      </div>
      <Field label="Note" optional>
        <Input
          maxLength={200}
          placeholder="Reason (for your team)"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

/** One dimension of the scope; where there is nothing to choose it is only said. */
function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  if (options.length === 1)
    return (
      <div className="grid gap-1.5">
        <span className="text-[0.8125rem] font-[560]">{label}</span>
        <p className="text-sm wrap-anywhere text-ink-muted">{options[0]?.label}</p>
      </div>
    );
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** How many of the blocked requests of late it would have let through. */
function MatchPreview({
  domainName,
  exclusions,
  threshold,
}: {
  domainName: string;
  exclusions: readonly ExclusionParts[];
  threshold: number;
}) {
  const preview = useMatchPreview(domainName, exclusions, threshold);
  return (
    <p role="status" className="mt-1.5 min-h-5">
      {preview.state === 'loading' && 'Checking what it would have let through…'}
      {preview.state === 'known' &&
        (preview.count === 0 ? (
          `It would have let through none of the requests blocked in the last ${MATCH_PREVIEW_DAYS} days.`
        ) : (
          <>
            It would have let through{' '}
            <strong className="tabular font-[640] text-ink">
              {preview.more && 'at least '}
              {formatCount(preview.count)}
            </strong>{' '}
            {preview.count === 1 ? 'request' : 'requests'} blocked in the last {MATCH_PREVIEW_DAYS} days.
          </>
        ))}
    </p>
  );
}
