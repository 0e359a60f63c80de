import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import type { AdminUser, AdminUserUpdate } from '../../../shared/api/types.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Input, PasswordInput, Select } from '../../../shared/ui/input.tsx';
import { Checkbox } from '../../../shared/ui/switch.tsx';
import { useCreateUserMutation, useListAdminPlansQuery, useUpdateUserMutation } from '../api/admin-api.ts';
import {
  changedUserSchema,
  newUserSchema,
  type UserForm,
  userCreateOf,
  userFormOf,
  userUpdateOf,
} from './user-form.ts';

const UPDATING = { success: 'User updated successfully!', failure: 'Failed to update user' };

/** A password or a paid plan cannot be restored by "Undo". */
const canBeUndone = (before: AdminUser, { password, plan }: AdminUserUpdate): boolean =>
  password === undefined && plan === before.plan;

const asItWas = (user: AdminUser): AdminUserUpdate => {
  const { plan: _plan, ...before } = userUpdateOf(userFormOf(user));
  return before;
};

export function UserDialog({ user, onClose }: { user?: AdminUser; onClose: () => void }) {
  const { data: plans = [] } = useListAdminPlansQuery();
  const [create] = useCreateUserMutation();
  const [update] = useUpdateUserMutation();
  const form = useForm<UserForm>({
    resolver: zodResolver(user ? changedUserSchema : newUserSchema),
    defaultValues: userFormOf(user),
  });
  const {
    register,
    control,
    handleSubmit,
    watch,
    formState: { errors, isSubmitting },
  } = form;

  const isEnding = watch('ends_paid_time');

  const submit = handleSubmit(async (values) => {
    const refused = (error: unknown) => setServerErrors(form, error);
    let done: boolean;
    if (user) {
      const adminUserUpdate = userUpdateOf(values);
      done = await attempt(update({ id: user.id, adminUserUpdate }).unwrap(), {
        ...UPDATING,
        refused,
        ...(canBeUndone(user, adminUserUpdate) && {
          undo: () => attempt(update({ id: user.id, adminUserUpdate: asItWas(user) }).unwrap(), UPDATING),
        }),
      });
    } else {
      done = await attempt(create({ adminUserCreate: userCreateOf(values) }).unwrap(), {
        refused,
        success: 'User created successfully!',
        failure: 'Failed to create user',
      });
    }
    if (done) onClose();
  });

  const choices = new Set(['free', 'starter', 'business', 'enterprise', ...plans.map(({ slug }) => slug)]);
  return (
    <FormDialog
      onClose={onClose}
      title={user ? 'Edit User' : 'Add New User'}
      description={user?.email}
      onSubmit={submit}
      submitLabel={user ? 'Save User' : 'Create User'}
      busy={isSubmitting}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Username" required error={errors.username?.message}>
          <Input autoComplete="off" {...register('username')} />
        </Field>
        <Field label="Full Name" optional error={errors.full_name?.message}>
          <Input autoComplete="off" {...register('full_name')} />
        </Field>
      </div>
      <Field label="Email" required error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...register('email')} />
      </Field>
      <Field
        label="Password"
        required={!user}
        hint={user ? 'Leave empty to keep the current password.' : undefined}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Plan" error={errors.plan?.message}>
        <Select {...register('plan')}>
          {[...choices].map((slug) => (
            <option key={slug} value={slug}>
              {plans.find((plan) => plan.slug === slug)?.name ?? slug}
            </option>
          ))}
        </Select>
      </Field>
      {(errors.ends_paid_time || isEnding) && (
        <Field label="Time that was paid for" error={errors.ends_paid_time?.message}>
          <Controller
            control={control}
            name="ends_paid_time"
            render={({ field }) => (
              <Checkbox
                label="End it with this change"
                checked={field.value}
                onCheckedChange={field.onChange}
              />
            )}
          />
        </Field>
      )}
      <Controller
        control={control}
        name="is_admin"
        render={({ field }) => (
          <Checkbox label="Administrator" checked={field.value} onCheckedChange={field.onChange} />
        )}
      />
      {user && (
        <Controller
          control={control}
          name="is_active"
          render={({ field }) => (
            <div>
              <Checkbox label="Active" checked={field.value} onCheckedChange={field.onChange} />
              {!field.value && (
                <p className="mt-1 text-[0.8125rem] text-ink-muted">
                  Sign-in is disabled, the sites show a pause page, and PayPal charges nothing more. Paid time
                  is kept.
                </p>
              )}
            </div>
          )}
        />
      )}
    </FormDialog>
  );
}
