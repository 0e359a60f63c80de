import { fromView } from '@palisade/entitlements';
import { Eye, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { OWN_PAGE_KINDS, type OwnPageKind, ownPagesUnder } from '../../../../entities/policy/site-policy.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Textarea } from '../../../../shared/ui/input.tsx';
import { SandboxedFrame } from '../../../../shared/ui/sandboxed-frame.tsx';
import { Refused, SelectField, TextField } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import type { TrafficFields } from './traffic-fields.ts';

const kinds: readonly { value: OwnPageKind; label: string }[] = OWN_PAGE_KINDS.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

const STARTS: Readonly<Record<OwnPageKind, string>> = {
  block:
    '<h1>This request was blocked</h1>\n<p>If this is a mistake, tell us this number: {{request_id}}</p>',
  challenge: '<h1>One moment, please</h1>\n<p>Your browser does a short calculation.</p>\n{{challenge}}',
  error: '<h1>We will be back in a moment</h1>\n<p>Our server does not answer ({{status}}, {{time}}).</p>',
  maintenance: '<h1>{{site}} is being worked on</h1>\n<p>Please come back later.</p>',
};

/** Sample values for the preview. */
const SAMPLES: readonly (readonly [placeholder: string, sample: string])[] = [
  ['{{request_id}}', '01a2b3c4-0000-7000-8000-000000000000'],
  ['{{status}}', '403'],
  ['{{time}}', '2026-01-31T12:00:00.000Z'],
  ['{{challenge}}', '<p>Calculating…</p>'],
  ['{{report_form}}', '<details><summary>Tell the site’s owner</summary></details>'],
];

/** The owner's own pages, each previewed in a sandboxed frame. */
export function OwnPages({ domainName }: { domainName: string }) {
  const { control } = useFormContext<TrafficFields>();
  const { fields, append, remove } = useFieldArray({ control, name: 'own_pages' });
  const { errors } = useFormState({ control, name: 'own_pages' });
  const most = ownPagesUnder(fromView(useEntitlements().entitlements));
  return (
    <section aria-label="Own pages" className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="text-sm font-[560]">Own pages</h2>
        <p className="mt-0.5 max-w-prose text-[0.8125rem] text-ink-muted">
          What visitors see when the edge itself responds: text, styles and images as data: URLs. Scripts,
          forms and external resources are removed when you save. Programs get JSON as before. {fields.length}{' '}
          of {most} that your plan includes.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {kinds.map(({ value, label }) => (
          <Button
            key={value}
            size="sm"
            variant="secondary"
            aria-label={`Add ${value} page`}
            disabled={fields.length >= most}
            icon={<Plus className="size-4" />}
            onClick={() => append({ kind: value, language: 'en', html: STARTS[value] })}
          >
            {label}
          </Button>
        ))}
      </div>
      <Refused message={errors.own_pages?.message ?? errors.own_pages?.root?.message} />
      {fields.map(({ id }, index) => (
        <PageEditor key={id} index={index} domainName={domainName} onRemove={() => remove(index)} />
      ))}
    </section>
  );
}

function PageEditor({
  index,
  domainName,
  onRemove,
}: {
  index: number;
  domainName: string;
  onRemove: () => void;
}) {
  const { control, register } = useFormContext<TrafficFields>();
  const page = useWatch({ control, name: `own_pages.${index}` });
  const { errors } = useFormState({ control, name: `own_pages.${index}.html` });
  const [previewed, setPreviewed] = useState(false);
  const name = `${page.kind} page (${page.language})`;
  return (
    <div className="grid grid-cols-1 gap-3 rounded-md border border-line p-3">
      <div className="grid grid-cols-[minmax(8.5rem,2fr)_minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[10rem_8rem_1fr]">
        <SelectField control={control} name={`own_pages.${index}.kind`} label="For" options={kinds} />
        <TextField control={control} name={`own_pages.${index}.language`} label="Language" />
        <Button
          size="icon"
          variant="ghost"
          className="mt-6.5 justify-self-end text-danger-text"
          aria-label={`Remove the ${name}`}
          icon={<Trash2 className="size-4" />}
          onClick={onRemove}
        />
      </div>
      <Field
        label="HTML"
        hint="Placeholders: {{request_id}}, {{site}}, {{status}}, {{time}}; {{challenge}} on challenge pages; {{report_form}} on block pages, where reports of visitors are on."
        error={firstMessage(errors.own_pages?.[index]?.html)}
      >
        <Textarea
          className="font-mono text-[0.8125rem]"
          rows={8}
          spellCheck={false}
          {...register(`own_pages.${index}.html`)}
        />
      </Field>
      <Button
        size="sm"
        variant="secondary"
        className="justify-self-start"
        icon={<Eye className="size-4" />}
        aria-expanded={previewed}
        aria-label={`Preview of the ${name}`}
        onClick={() => setPreviewed(!previewed)}
      >
        {previewed ? 'Hide the preview' : 'Preview'}
      </Button>
      {previewed && (
        <SandboxedFrame
          title={`Preview of the ${name}`}
          className="h-72 w-full rounded-md border border-line bg-white"
          html={filledIn(page.html, domainName)}
        />
      )}
    </div>
  );
}

const filledIn = (html: string, domainName: string): string =>
  [...SAMPLES, ['{{site}}', domainName] as const].reduce(
    (text, [placeholder, sample]) => text.replaceAll(placeholder, sample),
    html,
  );
