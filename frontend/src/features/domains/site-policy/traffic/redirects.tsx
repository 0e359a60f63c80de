import { fromView } from '@palisade/entitlements';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import {
  REDIRECT_STATUSES,
  type Redirect,
  redirectSchema,
  redirectsUnder,
} from '../../../../entities/policy/site-policy.ts';
import * as z from '../../../../shared/lib/zod.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input, Select } from '../../../../shared/ui/input.tsx';
import { Checkbox } from '../../../../shared/ui/switch.tsx';
import { Refused } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import { RedirectsCsv } from './redirects-csv.tsx';
import type { TrafficFields } from './traffic-fields.ts';

const SHOWN = 100;
const EMPTY: Redirect = { from: '', to: '', status: 301, keep_query: true };

/** Redirects: search, add, import. */
export function Redirects() {
  const { control } = useFormContext<TrafficFields>();
  const { field, fieldState } = useController({ control, name: 'redirects' });
  const most = redirectsUnder(fromView(useEntitlements().entitlements));
  const [sought, setSought] = useState('');
  const redirects: readonly Redirect[] = field.value;
  const found = redirects.filter(({ from, to }) => from.includes(sought) || to.includes(sought));
  return (
    <section aria-label="Redirects" className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="text-sm font-[560]">Redirects</h2>
        <p className="mt-0.5 max-w-prose text-[0.8125rem] text-ink-muted">
          Moved URLs, answered by the edge. An exact path takes precedence over "/old/*", which matches
          everything that starts with "/old/". {redirects.length} of {most.toLocaleString('en')} that your
          plan includes.
        </p>
      </div>
      <AddRedirect
        existing={redirects}
        onAdd={(added) => {
          field.onChange([...redirects, added]);
          setSought('');
        }}
      />
      <Refused message={firstMessage(fieldState.error)} />
      {redirects.length > 10 && (
        <Field label="Find a redirect">
          <Input value={sought} onChange={({ target }) => setSought(target.value)} />
        </Field>
      )}
      {found.length > 0 && (
        <ul aria-label="Redirects: entries" className="divide-y divide-line rounded-md border border-line">
          {found.slice(0, SHOWN).map((entry) => (
            <li key={entry.from} className="flex items-center gap-3 py-1.5 pr-1.5 pl-3 text-[0.8125rem]">
              <span className="min-w-0 flex-1 font-mono break-all">
                {entry.from} <span className="text-ink-faint">→</span> {entry.to}
              </span>
              <span className="text-ink-muted">
                {entry.status}
                {entry.keep_query ? '' : ', no query'}
              </span>
              <Button
                size="icon"
                variant="ghost"
                className="text-danger-text"
                aria-label={`Remove the redirect of ${entry.from}`}
                icon={<Trash2 className="size-4" />}
                onClick={() => field.onChange(redirects.filter((other) => other !== entry))}
              />
            </li>
          ))}
        </ul>
      )}
      {found.length > SHOWN && (
        <p className="text-[0.8125rem] text-ink-muted">
          {found.length - SHOWN} more are not shown; search above.
        </p>
      )}
      <RedirectsCsv redirects={redirects} onChange={field.onChange} />
    </section>
  );
}

function AddRedirect({
  existing,
  onAdd,
}: {
  existing: readonly Redirect[];
  onAdd: (added: Redirect) => void;
}) {
  const [draft, setDraft] = useState(EMPTY);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});

  const add = () => {
    const read = z.safeParse(redirectSchema, draft);
    const wrong = Object.fromEntries(
      (read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
    );
    if (existing.some(({ from }) => from === draft.from.trim()))
      wrong.from ??= `There is already a redirect from ${draft.from}`;
    setErrors(wrong);
    if (!read.success || Object.keys(wrong).length > 0) return;
    onAdd(read.data);
    setDraft(EMPTY);
  };
  const text = (name: 'from' | 'to', label: string, placeholder: string) => (
    <Field label={label} error={errors[name]}>
      <Input
        className="font-mono"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        value={draft[name]}
        onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter adds the entry; it must not save the form.
          event.preventDefault();
          add();
        }}
      />
    </Field>
  );
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem_auto]">
      {text('from', 'From path', '/old')}
      {text('to', 'To', '/new')}
      <Field label="Status">
        <Select
          value={draft.status}
          onChange={({ target }) =>
            setDraft({ ...draft, status: Number(target.value) as Redirect['status'] })
          }
        >
          {REDIRECT_STATUSES.map((status) => (
            <option key={status} value={status}>
              {status}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        variant="secondary"
        className="sm:mt-6.5"
        icon={<Plus className="size-4" />}
        aria-label="Add redirect"
        onClick={add}
      >
        Add
      </Button>
      <Checkbox
        label="Keep the query string"
        checked={draft.keep_query}
        onCheckedChange={(keep_query) => setDraft({ ...draft, keep_query })}
      />
    </div>
  );
}
