import { Controller, useForm } from 'react-hook-form';
import type { AdminUser, AdminUserCreate, AdminUserUpdate } from '../../../shared/api/types.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Input, PasswordInput, Select } from '../../../shared/ui/input.tsx';
import { Checkbox } from '../../../shared/ui/switch.tsx';
import { useCreateUserMutation, useListAdminPlansQuery, useUpdateUserMutation } from '../common/admin-api.ts';

const blank = {
  email: '',
  username: '',
  full_name: '',
  password: '',
  plan: 'free',
  is_admin: false,
  is_active: true,
};

const UPDATING = { success: 'User updated successfully!', failure: 'Failed to update user' };

/** Nobody knows the old password, and a plan that was paid for does not come back with its payment. */
const canBeUndone = (before: AdminUser, { password, plan }: AdminUserUpdate): boolean =>
  password === undefined && plan === before.plan;

const asItWas = ({ email, username, full_name, is_admin, is_active }: AdminUser): AdminUserUpdate => ({
  email,
  username,
  full_name: full_name ?? '',
  is_admin,
  is_active,
});

export function UserDialog({ user, onClose }: { user?: AdminUser; onClose: () => void }) {
  const { data: plans = [] } = useListAdminPlansQuery();
  const [create] = useCreateUserMutation();
  const [update] = useUpdateUserMutation();
  const {
    register,
    control,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({
    defaultValues: user ? { ...blank, ...user, password: '' } : blank,
  });

  const submit = handleSubmit(async (values) => {
    const shared = {
      email: values.email.trim(),
      username: values.username.trim(),
      full_name: values.full_name.trim(),
      plan: values.plan,
      is_admin: values.is_admin,
    };
    let done: boolean;
    if (user) {
      // An empty password keeps the present one.
      const password = values.password === '' ? {} : { password: values.password };
      const adminUserUpdate: AdminUserUpdate = { ...shared, ...password, is_active: values.is_active };
      done = await attempt(update({ id: user.id, adminUserUpdate }).unwrap(), {
        ...UPDATING,
        refused: (error) => setServerErrors(setError, error),

        ...(canBeUndone(user, adminUserUpdate) && {
          undo: () => attempt(update({ id: user.id, adminUserUpdate: asItWas(user) }).unwrap(), UPDATING),
        }),
      });
    } else {
      const adminUserCreate: AdminUserCreate = { ...shared, password: values.password };
      done = await attempt(create({ adminUserCreate }).unwrap(), {
        refused: (error) => setServerErrors(setError, error),
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
          <Input autoComplete="off" {...register('username', { required: 'Please enter a username' })} />
        </Field>
        <Field label="Full Name">
          <Input autoComplete="off" {...register('full_name')} />
        </Field>
      </div>
      <Field label="Email" required error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="off"
          {...register('email', { required: 'Please enter an email address' })}
        />
      </Field>
      <Field
        label="Password"
        required={!user}
        hint={user ? 'Leave empty to keep the current password.' : undefined}
        error={errors.password?.message}
      >
        <PasswordInput
          autoComplete="new-password"
          {...register('password', { required: user ? false : 'Please enter a password' })}
        />
      </Field>
      <Field label="Plan">
        <Select {...register('plan')} className="capitalize">
          {[...choices].map((slug) => (
            <option key={slug} value={slug}>
              {slug}
            </option>
          ))}
        </Select>
      </Field>
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
            <Checkbox label="Active" checked={field.value} onCheckedChange={field.onChange} />
          )}
        />
      )}
    </FormDialog>
  );
}
