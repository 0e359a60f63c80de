import { Controller, useForm } from 'react-hook-form';
import { statusLink } from '../../../entities/page/paths.ts';
import { useSaveStatusPageMutation } from '../../../entities/status-page/status-api.ts';
import type { StatusPage } from '../../../shared/api/status-api.gen.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Input, Textarea } from '../../../shared/ui/input.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { SwitchRow } from '../../../shared/ui/switch.tsx';

interface PageFields {
  is_on: boolean;
  name: string;
  note: string;
  slug: string;
  shows_uptime: boolean;
  shows_outages: boolean;
}

const fieldsOf = ({ is_on, name, note, slug, shows_uptime, shows_outages }: StatusPage): PageFields => ({
  ...{ is_on, name, note, slug: slug ?? '', shows_uptime, shows_outages },
});

const SWITCHES = [
  {
    name: 'is_on',
    label: 'The page is public',
    description:
      'Everybody with its address can see it, without an account. Search engines are asked not to list it.',
  },
  {
    name: 'shows_uptime',
    label: 'Uptime by day',
    description: 'For the last 90 days, from health checks and from your servers’ answers to visitors.',
  },
  {
    name: 'shows_outages',
    label: 'Detected outages',
    description: 'Shown automatically from the first minute in which none of your servers responds.',
  },
] as const;

/** Settings of the status page. */
export function PageForm({ domainName, page }: { domainName: string; page: StatusPage }) {
  const [save] = useSaveStatusPageMutation();
  const form = useForm<PageFields>({ defaultValues: fieldsOf(page) });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const slug = values.slug.trim() === '' ? null : values.slug.trim();
    const saving = save({ domain: domainName, statusPageInput: { ...values, slug } }).unwrap();
    const done = await attempt(saving, {
      success: values.is_on ? 'The status page is public' : 'Saved',
      refused: (error) => setServerErrors(form, error),
      failure: 'The status page could not be saved',
    });
    if (done) form.reset(fieldsOf(await saving));
  });
  const address = page.slug === null ? null : `${window.location.origin}${statusLink(page.slug)}`;
  return (
    <Card>
      <CardHeader
        title="Status page"
        description="Tells the public whether this site works. It shows no address of your servers and no traffic figures."
        action={<Badge tone={page.is_on ? 'ok' : 'neutral'}>{page.is_on ? 'Public' : 'Off'}</Badge>}
      />
      <CardBody>
        <form onSubmit={submit} noValidate className="grid gap-4">
          {page.suspension && (
            <Notice tone="warn" title="An administrator has suspended this page">
              {page.suspension.reason} It cannot be made public until they lift the suspension. Your changes
              are still saved.
            </Notice>
          )}
          <div className="divide-y divide-line border-y border-line">
            {SWITCHES.map(({ name, label, description }) => (
              <Controller
                key={name}
                control={form.control}
                name={name}
                render={({ field }) => (
                  <SwitchRow
                    label={label}
                    description={description}
                    checked={field.value}
                    disabled={name === 'is_on' && page.suspension !== null}
                    onCheckedChange={field.onChange}
                  />
                )}
              />
            ))}
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" required error={errors.name?.message}>
              <Input
                maxLength={80}
                dir="auto"
                {...form.register('name', { required: 'Please enter a name' })}
              />
            </Field>
            <Field
              label="Address ends in"
              optional
              error={errors.slug?.message}
              hint="Leave empty for a random one."
            >
              <Input
                maxLength={40}
                className="font-mono"
                autoCapitalize="none"
                spellCheck={false}
                {...form.register('slug')}
              />
            </Field>
          </div>
          <Field label="Note" optional error={errors.note?.message} hint="Such as where to ask for help.">
            <Textarea rows={2} maxLength={500} dir="auto" {...form.register('note')} />
          </Field>
          <div className="flex flex-wrap items-center justify-between gap-3">
            {address === null ? (
              <span className="text-sm text-ink-muted">Its address shows here after the first save.</span>
            ) : (
              <span className="flex min-w-0 items-center gap-1 text-sm">
                <a className="link font-mono wrap-anywhere" href={address} target="_blank" rel="noreferrer">
                  {address}
                </a>
                <CopyButton value={address} label="the address" />
              </span>
            )}
            <Button type="submit" busy={isSubmitting} disabled={!isDirty && page.slug !== null}>
              Save
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}
