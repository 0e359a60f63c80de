import { useForm } from 'react-hook-form';
import { useResendConfirmationMutation } from '../../entities/session/auth-api.ts';
import { useUser } from '../../entities/session/use-session.ts';
import { useLazyResolver } from '../../shared/hooks/use-lazy-resolver.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ExportDataCard } from './export-data-card.tsx';
import { useUpdateAccountMutation } from './settings-api.ts';

const loadResolver = () => import('./account-form.ts').then(({ accountResolver }) => accountResolver);

/** After a change of address, too: until it is confirmed, alerts and invoices may go to nobody. */
function UnconfirmedNotice({ address }: { address: string }) {
  const [resend, { isLoading }] = useResendConfirmationMutation();
  const sendAgain = () =>
    attempt(resend().unwrap(), { success: 'The mail is on its way.', failure: 'Failed to send the mail' });
  return (
    <Notice tone="warn" title="This address is not confirmed yet">
      <p className="wrap-anywhere">Follow the link in the email sent to {address}.</p>
      <Button size="sm" variant="secondary" className="mt-2" busy={isLoading} onClick={sendAgain}>
        Send that mail again
      </Button>
    </Notice>
  );
}

export function AccountTab() {
  const user = useUser();
  const [update] = useUpdateAccountMutation();
  const form = useForm({
    resolver: useLazyResolver(loadResolver),
    // At first what this browser remembers, which another one may have changed since.
    values: { full_name: user.full_name ?? '', email: user.email },
    resetOptions: { keepDirtyValues: true },
  });
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async (values) => {
    const isUpdated = await attempt(update({ accountUpdate: values }).unwrap(), {
      refused: (error) => setServerErrors(form, error),
      success: 'Account information updated successfully!',
      failure: 'Failed to update account',
    });
    if (isUpdated) form.reset(undefined, { keepValues: true });
  });

  return (
    <>
      <Card className="max-w-4xl">
        <CardHeader
          title="Account Information"
          description="How you appear in the dashboard and where we reach you"
        />
        <CardBody>
          <form onSubmit={submit} noValidate className="grid max-w-xl gap-4">
            <Field label="Full Name" error={errors.full_name?.message}>
              <Input autoComplete="name" {...register('full_name')} />
            </Field>
            <Field label="Username" hint="Username cannot be changed">
              <Input value={user.username} readOnly />
            </Field>
            <Field label="Email" required error={errors.email?.message}>
              <Input type="email" autoComplete="email" {...register('email')} />
            </Field>
            {!user.email_confirmed && <UnconfirmedNotice address={user.email} />}
            <Button type="submit" busy={isSubmitting} className="justify-self-start">
              {isSubmitting ? 'Saving...' : 'Save Changes'}
            </Button>
          </form>
        </CardBody>
      </Card>
      <ExportDataCard />
    </>
  );
}
