import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useUser } from '../../../entities/session/use-session.ts';
import type { Campaign, CampaignInput, EmailTemplate } from '../../../shared/api/types.ts';
import { messageOf, toProblem } from '../../../shared/lib/problem.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Input, Select, Textarea } from '../../../shared/ui/input.tsx';
import { SandboxedFrame } from '../../../shared/ui/sandboxed-frame.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import {
  useCreateCampaignMutation,
  useLazyGetCampaignQuery,
  useListEmailTemplatesQuery,
  useListSmtpConfigsQuery,
  useLoadEmailTemplateMutation,
  useUpdateCampaignMutation,
} from '../api/admin-api.ts';
import { AUDIENCE_LABELS } from './audiences.ts';
import { CampaignConflict } from './campaign-conflict.tsx';
import { blankCampaign, type CampaignForm, campaignSchema, formOf, inputOf } from './campaign-form.ts';
import { PlanChoice } from './plan-choice.tsx';
import { estimatedSeconds, MAX_PER_SECOND, SPEEDS, speedLabel } from './send-time.ts';

const categories: readonly EmailTemplate['category'][] = ['security', 'billing', 'domains', 'onboarding'];

const UPDATING = { success: 'Campaign updated successfully!', failure: 'Failed to save campaign' };

export default function CampaignDialog({ campaign, onClose }: { campaign?: Campaign; onClose: () => void }) {
  const user = useUser();
  const { data: smtp = [] } = useListSmtpConfigsQuery();
  const { data: templates = [] } = useListEmailTemplatesQuery();
  const [loadTemplate, loading] = useLoadEmailTemplateMutation();
  const [create] = useCreateCampaignMutation();
  const [update] = useUpdateCampaignMutation();
  const [preview, setPreview] = useState(false);
  const [load] = useLazyGetCampaignQuery();
  // The state that is edited: another one after somebody else's has been loaded.
  const [base, setBase] = useState(campaign);
  const [theirs, setTheirs] = useState<Campaign | null>(null);
  const form = useForm<CampaignForm>({
    resolver: zodResolver(campaignSchema),
    defaultValues: campaign ? formOf(campaign) : blankCampaign,
  });
  const {
    register,
    control,
    handleSubmit,
    setValue,
    watch,
    formState: { errors, isSubmitting },
  } = form;
  const [audience, customEmails, speed, html] = watch([
    'target_audience',
    'custom_emails',
    'emails_per_second',
    'body_html',
  ]);

  const pickTemplate = async (templateId: string) => {
    if (templateId === '') return;
    try {
      const { subject, html_content, text_content } = await loadTemplate({
        loadTemplate: { template_id: templateId, user_email: user.email },
      }).unwrap();
      setValue('subject', subject);
      // A template may begin with the blank lines of its layout: the field would show nothing else.
      setValue('body_html', html_content.trim());
      setValue('body_text', text_content.trim());
    } catch (error) {
      toast.error(messageOf(error, 'Failed to load template'));
    }
  };

  const refused = async (error: unknown, id: number) => {
    if (toProblem(error).code !== 'campaign_changed') return;
    try {
      setTheirs(await load({ id }).unwrap());
    } catch (failure) {
      toast.error(messageOf(failure, 'Failed to load the campaign'));
    }
  };

  const replace = (of: Campaign, input: CampaignInput) => {
    const save = (text: CampaignInput, version: number) =>
      update({ id: of.id, campaignUpdate: { ...text, version } }).unwrap();
    const saving = save(input, of.version);
    return attempt(saving, {
      ...UPDATING,
      refused: (error) => {
        void refused(error, of.id);
        return toProblem(error).code === 'campaign_changed' || setServerErrors(form, error);
      },
      undo: () =>
        attempt(
          saving.then(({ version }) => save(inputOf(formOf(of)), version)),
          UPDATING,
        ),
    });
  };

  const submitOver = (of: Campaign | undefined) =>
    handleSubmit(async (values) => {
      const input = inputOf(values);
      const done = of
        ? await replace(of, input)
        : await attempt(create({ campaignInput: input }).unwrap(), {
            refused: (error) => setServerErrors(form, error),
            success: 'Campaign created! You can now send it.',
            failure: UPDATING.failure,
          });
      if (done) onClose();
    });

  const seconds = estimatedSeconds(customEmails, Number(speed));
  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title={campaign ? 'Edit Campaign' : 'Create Campaign'}
      description="Saved as a draft; nothing is sent until you press send in the list."
      onSubmit={submitOver(base)}
      submitLabel={campaign ? 'Save Campaign' : 'Create Campaign'}
      busy={isSubmitting}
    >
      {theirs && (
        <CampaignConflict
          theirs={theirs}
          busy={isSubmitting}
          onLoad={() => {
            form.reset(formOf(theirs));
            setBase(theirs);
            setTheirs(null);
          }}
          onOverwrite={submitOver(theirs)}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={errors.name?.message}>
          <Input {...register('name')} />
        </Field>
        <Field label="Template" optional hint={loading.isLoading ? 'Loading template…' : undefined}>
          <Select
            defaultValue=""
            disabled={loading.isLoading}
            onChange={(event) => pickTemplate(event.target.value)}
          >
            <option value="">Start from nothing</option>
            {categories.map((category) => {
              const inCategory = templates.filter((template) => template.category === category);
              return inCategory.length === 0 ? null : (
                <optgroup key={category} label={category}>
                  {inCategory.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              );
            })}
          </Select>
        </Field>
      </div>
      <Field label="Subject" required error={errors.subject?.message}>
        <Input {...register('subject')} />
      </Field>
      <Field
        label="HTML body"
        required
        error={errors.body_html?.message}
        action={
          <button type="button" className="link text-[0.8125rem]" onClick={() => setPreview(!preview)}>
            {preview ? 'Edit' : 'Preview'}
          </button>
        }
      >
        {preview ? (
          <SandboxedFrame
            title="Preview of the mail"
            html={html}
            className="h-64 w-full rounded-md border border-field-line bg-white"
          />
        ) : (
          <Textarea rows={9} className="font-mono text-[0.8125rem]" {...register('body_html')} />
        )}
      </Field>
      {loading.isLoading && (
        <p role="status" className="flex items-center gap-2 text-sm text-ink-muted">
          <Spinner className="size-4" /> Loading template…
        </p>
      )}
      <Field
        label="Plain text"
        optional
        error={errors.body_text?.message}
        hint="For mail programs that show no HTML."
      >
        <Textarea rows={3} {...register('body_text')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Audience" required error={errors.target_audience?.message}>
          <Select {...register('target_audience')}>
            {Object.entries(AUDIENCE_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="SMTP Server" error={errors.smtp_config_id?.message}>
          <Select {...register('smtp_config_id')}>
            <option value="">Random rotation</option>
            {smtp
              .filter(({ is_active }) => is_active)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        </Field>
      </div>
      {audience === 'plans' && (
        <Controller
          control={control}
          name="target_plans"
          render={({ field }) => <PlanChoice chosen={field.value} onChange={field.onChange} />}
        />
      )}
      {audience === 'custom' && (
        <Field
          label="Custom emails"
          required
          hint={seconds > 0 ? `Takes about ${seconds} seconds.` : 'Addresses, separated by commas.'}
          error={errors.custom_emails?.message}
        >
          <Textarea rows={3} {...register('custom_emails')} />
        </Field>
      )}
      <Field
        label={`Sending speed: ${speed} per second, ${speedLabel(Number(speed))}`}
        error={errors.emails_per_second?.message}
      >
        <input
          type="range"
          min={1}
          max={MAX_PER_SECOND}
          aria-label="Sending speed, emails per second"
          className="h-6 w-full accent-brand"
          {...register('emails_per_second', { valueAsNumber: true })}
        />
        <span className="flex flex-wrap gap-x-4">
          {SPEEDS.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={Number(speed) === value}
              className="min-h-6 rounded-sm text-[0.8125rem] text-ink-muted hover:text-ink aria-pressed:font-[600] aria-pressed:text-brand-text"
              onClick={() => setValue('emails_per_second', value)}
            >
              {value} {label}
            </button>
          ))}
        </span>
      </Field>
    </FormDialog>
  );
}
