import { Controller, useForm } from 'react-hook-form';
import { useCreatePlanMutation, useUpdatePlanMutation } from '../../../shared/api/admin-api.ts';
import type { AdminPlan, PlanCreate, PlanUpdate } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/lib/attempt.ts';
import { featureTexts } from '../../../shared/plans/plan-features.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Input, Textarea } from '../../../shared/ui/input.tsx';
import { Checkbox } from '../../../shared/ui/switch.tsx';

const UPDATING = { success: 'Plan updated successfully!', failure: 'Failed to update plan' };

/** What the form can change, as it was before. */
const asItWas = ({ name, slug, price, description, features, is_active }: AdminPlan): PlanUpdate => ({
  name,
  slug,
  price,
  description,
  features: [...featureTexts(features)],
  is_active,
});

export function PlanDialog({ plan, onClose }: { plan?: AdminPlan; onClose: () => void }) {
  const [create] = useCreatePlanMutation();
  const [update] = useUpdatePlanMutation();
  const {
    register,
    control,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = useForm({
    defaultValues: {
      name: plan?.name ?? '',
      slug: plan?.slug ?? '',
      price: String(plan?.price ?? ''),
      description: plan?.description ?? '',
      features: plan ? featureTexts(plan.features).join('\n') : '',
      is_active: plan?.is_active ?? true,
    },
  });

  const submit = handleSubmit(async (values) => {
    const input: PlanCreate = {
      name: values.name.trim(),
      slug: values.slug.trim(),
      price: Number(values.price),
      description: values.description.trim(),
      features: values.features
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      is_active: values.is_active,
    };
    const done = plan
      ? await attempt(update({ id: plan.id, planUpdate: input }).unwrap(), {
          ...UPDATING,
          undo: () => attempt(update({ id: plan.id, planUpdate: asItWas(plan) }).unwrap(), UPDATING),
        })
      : await attempt(create({ planCreate: input }).unwrap(), {
          success: 'Plan created successfully!',
          failure: 'Failed to create plan',
        });
    if (done) onClose();
  });

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
          <Input {...register('name', { required: 'Please enter a name' })} />
        </Field>
        <Field label="Slug" required error={errors.slug?.message}>
          <Input
            className="font-mono"
            autoCapitalize="none"
            {...register('slug', { required: 'Please enter a slug' })}
          />
        </Field>
        <Field label="Price ($ per month)" required error={errors.price?.message}>
          <Input
            inputMode="decimal"
            className="font-mono"
            {...register('price', {
              validate: (text) =>
                (text.trim() !== '' && Number(text) >= 0) || 'Please enter a price, 0 or more',
            })}
          />
        </Field>
      </div>
      <Field label="Description">
        <Input {...register('description')} />
      </Field>
      <Field label="Features" hint="One per line. A cross (❌) at the start marks what is not included.">
        <Textarea rows={6} {...register('features')} />
      </Field>
      <Controller
        control={control}
        name="is_active"
        render={({ field }) => (
          <Checkbox label="Active" checked={field.value} onCheckedChange={field.onChange} />
        )}
      />
    </FormDialog>
  );
}
