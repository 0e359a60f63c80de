import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import type { AdminPlan } from '../../../shared/api/types.ts';
import { currencySign } from '../../../shared/lib/format.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Input, Textarea } from '../../../shared/ui/input.tsx';
import { Checkbox } from '../../../shared/ui/switch.tsx';
import { useCreatePlanMutation, useUpdatePlanMutation } from '../api/admin-api.ts';
import { EntitlementFields } from './entitlement-fields.tsx';
import { planFormOf, planInputOf, planSchema } from './plan-form.ts';

const UPDATING = { success: 'Plan updated successfully!', failure: 'Failed to update plan' };

interface PlanDialogProps {
  plan?: AdminPlan;
  /** Currency of orders; undefined while plans are loading. */
  currency: string | undefined;
  onClose: () => void;
}

export function PlanDialog({ plan, currency, onClose }: PlanDialogProps) {
  const [create] = useCreatePlanMutation();
  const [update] = useUpdatePlanMutation();
  const form = useForm({ resolver: zodResolver(planSchema), defaultValues: planFormOf(plan) });
  const {
    register,
    control,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async (values) => {
    const input = planInputOf(values);
    const done = plan
      ? await attempt(update({ id: plan.id, planUpdate: input }).unwrap(), {
          ...UPDATING,
          refused: (error) => setServerErrors(form, error),
          undo: () =>
            attempt(update({ id: plan.id, planUpdate: planInputOf(planFormOf(plan)) }).unwrap(), UPDATING),
        })
      : await attempt(create({ planCreate: input }).unwrap(), {
          refused: (error) => setServerErrors(form, error),
          success: 'Plan created successfully!',
          failure: 'Failed to create plan',
        });
    if (done) onClose();
  });

  const used = (plan?.user_count ?? 0) > 0;
  return (
    <FormDialog
      onClose={onClose}
      title={plan ? 'Edit Plan' : 'Add New Plan'}
      onSubmit={submit}
      submitLabel={plan ? 'Save Plan' : 'Create Plan'}
      busy={isSubmitting}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Name" required error={errors.name?.message}>
          <Input {...register('name')} />
        </Field>
        <Field label="Slug" required error={errors.slug?.message}>
          <Input className="font-mono" autoCapitalize="none" {...register('slug')} />
        </Field>
        <Field
          label={`Price (${currency ? `${currencySign(currency)} ` : ''}per month)`}
          required
          hint={used ? 'For new orders; running subscriptions keep their price.' : undefined}
          error={errors.price?.message}
        >
          <Input inputMode="decimal" className="font-mono" {...register('price')} />
        </Field>
      </div>
      <Field label="Description" error={errors.description?.message}>
        <Input {...register('description')} />
      </Field>
      <Field
        label="Features"
        hint="One per line. A cross (×) at the start marks what is not included; placeholders such as {domains} and {rate_limiting} are filled from the plan’s entitlements."
        error={errors.features?.message}
      >
        <Textarea rows={6} {...register('features')} />
      </Field>
      <EntitlementFields
        register={register}
        control={control}
        errors={errors}
        users={plan?.user_count ?? 0}
      />
      <Controller
        control={control}
        name="is_active"
        render={({ field }) => (
          <div>
            <Checkbox label="Active" checked={field.value} onCheckedChange={field.onChange} />
            {!field.value && (
              <p className="mt-1 text-[0.8125rem] text-ink-muted">
                It is not offered to anybody; users who have it keep it.
              </p>
            )}
          </div>
        )}
      />
    </FormDialog>
  );
}
