import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useId, useRef } from 'react';
import { ListNamesIn } from '../../../../entities/client-list/list-names-in.tsx';
import {
  CUSTOM_RULE_ACTION_LIMITS,
  HEADER_OPERATIONS,
  HEADER_TARGETS,
  PAGE_STATUSES,
  REDIRECT_STATUSES,
} from '../../../../entities/policy/site-policy.ts';
import type { CustomRule } from '../../../../shared/api/types.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input, Select, Textarea } from '../../../../shared/ui/input.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { Checkbox } from '../../../../shared/ui/switch.tsx';
import { emptyHeader } from './rule-values.ts';

/** Contains the API calls for lists. */
const ListChoice = lazy(() => import('../../../../entities/client-list/list-choice.tsx'));

interface ActionFieldsProps {
  rule: CustomRule;
  /** The error at a path within the rule, such as `redirect.to`. */
  errorAt: (path: string) => string | undefined;
  onChange: (part: Partial<CustomRule>) => void;
}

interface PartProps<Part> {
  part: Part;
  errorAt: ActionFieldsProps['errorAt'];
  set: (part: Part) => void;
}
type PartOf<Name extends keyof CustomRule> = NonNullable<CustomRule[Name]>;

const targets: Readonly<Record<(typeof HEADER_TARGETS)[number], string>> = {
  request: 'Request',
  response: 'Answer',
};
const operations: Readonly<Record<(typeof HEADER_OPERATIONS)[number], string>> = {
  set: 'Set',
  append: 'Append',
  remove: 'Remove',
};
const plainInput = { className: 'font-mono', autoCapitalize: 'none', spellCheck: false } as const;

/** Fields of an action: address, page, paths, headers or list. */
export function ActionFields({ rule, errorAt, onChange }: ActionFieldsProps) {
  const { redirect, page, rewrite, headers, listing } = rule;
  if (redirect)
    return <Redirect part={redirect} errorAt={errorAt} set={(part) => onChange({ redirect: part })} />;
  if (page) return <Page part={page} errorAt={errorAt} set={(part) => onChange({ page: part })} />;
  if (rewrite)
    return <Rewrite part={rewrite} errorAt={errorAt} set={(part) => onChange({ rewrite: part })} />;
  if (headers)
    return <Headers part={headers} errorAt={errorAt} set={(part) => onChange({ headers: part })} />;
  if (listing)
    return <Listing part={listing} errorAt={errorAt} set={(part) => onChange({ listing: part })} />;
  return null;
}

function Redirect({ part, errorAt, set }: PartProps<PartOf<'redirect'>>) {
  const queryErrorId = useId();
  const aboutQuery = errorAt('redirect.keep_query');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-3">
      <Field label="To" required error={errorAt('redirect.to')}>
        <Input
          {...plainInput}
          placeholder="/closed or https://www.example.com/"
          value={part.to}
          onChange={({ target }) => set({ ...part, to: target.value })}
        />
      </Field>
      <Field label="Status" error={errorAt('redirect.status')}>
        <Select
          value={part.status}
          onChange={({ target }) => set({ ...part, status: Number(target.value) as typeof part.status })}
        >
          {REDIRECT_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </Select>
      </Field>
      <div className="col-span-full">
        <Checkbox
          label="Keep the query"
          checked={part.keep_query}
          onCheckedChange={(keep_query) => set({ ...part, keep_query })}
          errorId={aboutQuery && queryErrorId}
        />
        {aboutQuery && (
          <p id={queryErrorId} role="alert" className="text-[0.8125rem] font-medium text-danger-text">
            {aboutQuery}
          </p>
        )}
      </div>
    </div>
  );
}

function Page({ part, errorAt, set }: PartProps<PartOf<'page'>>) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[6.5rem_8rem_minmax(0,1fr)]">
      <Field label="Status" error={errorAt('page.status')}>
        <Select
          value={part.status}
          onChange={({ target }) => set({ ...part, status: Number(target.value) as typeof part.status })}
        >
          {PAGE_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </Select>
      </Field>
      <Field label="Language" error={errorAt('page.language')}>
        <Input
          {...plainInput}
          value={part.language}
          onChange={({ target }) => set({ ...part, language: target.value })}
        />
      </Field>
      <Field
        label="Page"
        required
        className="col-span-full"
        error={errorAt('page.html')}
        hint="The content of the body element, as HTML. {{request_id}}, {{site}}, {{status}} and {{time}} are replaced; scripts, forms and external resources are removed."
      >
        <Textarea
          className="min-h-32 font-mono"
          spellCheck={false}
          maxLength={CUSTOM_RULE_ACTION_LIMITS.html}
          value={part.html}
          onChange={({ target }) => set({ ...part, html: target.value })}
        />
      </Field>
    </div>
  );
}

function Rewrite({ part, errorAt, set }: PartProps<PartOf<'rewrite'>>) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
      <Field
        label="Path"
        required
        error={errorAt('rewrite.from')}
        hint="An asterisk at the end matches everything that follows."
      >
        <Input
          {...plainInput}
          placeholder="/api/*"
          value={part.from}
          onChange={({ target }) => set({ ...part, from: target.value })}
        />
      </Field>
      <Field label="Becomes" required error={errorAt('rewrite.to')}>
        <Input
          {...plainInput}
          placeholder="/v2/*"
          value={part.to}
          onChange={({ target }) => set({ ...part, to: target.value })}
        />
      </Field>
    </div>
  );
}

/** On phones two fields share a line, or one fills it; the remove button is beside the last. */
const headerRowStyle =
  'grid grid-cols-[minmax(7.25rem,1fr)_minmax(0,1fr)_auto] items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-[7rem_7rem_minmax(0,1fr)_minmax(0,1fr)_auto]';
const headerFieldStyle = 'max-sm:col-span-3';
const headerLastStyle = 'max-sm:col-span-2';

function Headers({ part, errorAt, set }: PartProps<PartOf<'headers'>>) {
  const about = errorAt('headers');
  const rows = useRef<HTMLFieldSetElement>(null);
  const remove = (at: number) => {
    // The pressed button may disappear, so the focus moves to the header in its place.
    const stays = rows.current?.querySelectorAll(':scope > fieldset')[Math.min(at, part.length - 2)];
    stays?.querySelector('input')?.focus();
    set(part.toSpliced(at, 1));
  };
  return (
    <fieldset ref={rows} className="grid grid-cols-1 gap-3">
      <legend className="sr-only">Headers to change</legend>
      {about && (
        <p role="alert" className="text-[0.8125rem] font-medium text-danger-text">
          {about}
        </p>
      )}
      {part.map((header, at) => {
        const change = (over: Partial<typeof header>) => set(part.with(at, { ...header, ...over }));
        return (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: headers have no name of their own
            key={at}
            className={headerRowStyle}
          >
            <legend className="sr-only">Header {at + 1}</legend>
            <Field label="Header of">
              <Select
                value={header.target}
                onChange={({ target }) => change({ target: target.value as typeof header.target })}
              >
                {HEADER_TARGETS.map((value) => (
                  <option key={value} value={value}>
                    {targets[value]}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="Change" className="max-sm:col-span-2">
              <Select
                value={header.operation}
                onChange={({ target }) => {
                  const operation = target.value as typeof header.operation;
                  change({ operation, ...(operation === 'remove' && { value: '' }) });
                }}
              >
                {HEADER_OPERATIONS.map((value) => (
                  <option key={value} value={value}>
                    {operations[value]}
                  </option>
                ))}
              </Select>
            </Field>
            <Field
              label="Header"
              className={header.operation === 'remove' ? headerLastStyle : headerFieldStyle}
              error={errorAt(`headers.${at}.name`)}
            >
              <Input
                {...plainInput}
                value={header.name}
                onChange={({ target }) => change({ name: target.value })}
              />
            </Field>
            {header.operation === 'remove' ? (
              <span className="max-sm:hidden" />
            ) : (
              <Field label="Value" className={headerLastStyle} error={errorAt(`headers.${at}.value`)}>
                <Input
                  {...plainInput}
                  value={header.value}
                  onChange={({ target }) => change({ value: target.value })}
                />
              </Field>
            )}
            <Button
              size="icon"
              variant="ghost"
              className="mt-6.5 text-danger-text"
              aria-label={`Remove header ${at + 1}`}
              disabled={part.length === 1}
              icon={<Trash2 className="size-4" />}
              onClick={() => remove(at)}
            />
          </fieldset>
        );
      })}
      <div>
        <Button
          size="sm"
          variant="secondary"
          icon={<Plus className="size-4" />}
          disabled={part.length >= CUSTOM_RULE_ACTION_LIMITS.headers}
          onClick={() => set([...part, emptyHeader()])}
        >
          Add header
        </Button>
      </div>
    </fieldset>
  );
}

function Listing({ part, errorAt, set }: PartProps<PartOf<'listing'>>) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <Field
        label="List"
        required
        error={errorAt('listing.list')}
        hint={part.list === '' ? undefined : <ListNamesIn text={`Chosen: ${part.list}`} />}
      >
        <Suspense fallback={<Skeleton className="h-10 w-full" />}>
          <ListChoice
            holds="addresses"
            without={part.list === '' ? [] : [part.list]}
            onChoose={(list) => set({ ...part, list })}
          />
        </Suspense>
      </Field>
      <Field label="Minutes on the list" error={errorAt('listing.minutes')}>
        <Input
          className="font-mono"
          inputMode="numeric"
          value={Number.isNaN(part.minutes) ? '' : part.minutes}
          onChange={({ target }) =>
            set({ ...part, minutes: target.value === '' ? Number.NaN : Number(target.value) })
          }
        />
      </Field>
    </div>
  );
}
