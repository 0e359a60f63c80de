import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router-dom';
import { Logo } from '../../entities/company/logo.tsx';
import { paths } from '../../entities/page/paths.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input, Select } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { useUnsubscribeNewsletterMutation } from './newsletter-api.ts';

const reasons = [
  { value: 'too_frequent', label: 'Emails too frequent' },
  { value: 'not_relevant', label: 'Content not relevant' },
  { value: 'too_many_emails', label: 'Receiving too many emails' },
  { value: 'never_signed_up', label: 'Never signed up' },
  { value: 'other', label: 'Other' },
] as const;

interface UnsubscribeForm {
  email: string;
  reason: (typeof reasons)[number]['value'] | '';
}

/** A plus sign that nobody escaped reads as a blank, which no address has. */
const addressIn = (parameter: string | null): string => (parameter ?? '').trim().replaceAll(' ', '+');

export function UnsubscribePage() {
  const [parameters] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const [unsubscribe] = useUnsubscribeNewsletterMutation();
  const token = parameters.get('token');
  const form = useForm<UnsubscribeForm>({
    defaultValues: { email: addressIn(parameters.get('email')), reason: '' },
  });
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      await unsubscribe({
        newsletterUnsubscribe: {
          ...values,
          ip_address: '',
          user_agent: navigator.userAgent,
          ...(token ? { token } : {}),
        },
      }).unwrap();
      setDone(true);
      toast.success('Successfully unsubscribed!');
    } catch (error) {
      const message = messageOf(error, 'Failed to unsubscribe. Please try again.');
      if (!setServerErrors(form, error)) setFailure(message);
      toast.error(message);
    }
  });

  const again = () => {
    reset({ email: '', reason: '' });
    setFailure(null);
    setDone(false);
  };

  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4 py-12">
      <Link to={paths.home} className="mb-8 self-center rounded-md">
        <Logo />
      </Link>
      <Card className="p-6 sm:p-8">
        {done ? (
          <div role="status" className="grid gap-3 text-center">
            <CircleCheck aria-hidden="true" className="mx-auto size-10 text-ok-text" />
            <h1 className="text-2xl">Successfully Unsubscribed</h1>
            <p className="text-sm text-ink-muted">
              You will not receive any more newsletters. Emails about your account (security alerts, billing,
              service updates) may still be sent.
            </p>
            <ButtonLink to={paths.home} className="mt-3">
              Go to the home page
            </ButtonLink>
            <Button variant="ghost" onClick={again}>
              Unsubscribe another email
            </Button>
          </div>
        ) : (
          <form onSubmit={submit} method="post" noValidate className="grid gap-4">
            <div>
              <h1 className="text-2xl">Unsubscribe</h1>
              <p className="mt-1 text-sm text-ink-muted">We are sorry to see you go.</p>
            </div>
            {failure && (
              <Notice tone="danger" role="alert">
                {failure}
              </Notice>
            )}
            <Field label="Email address" required error={errors.email?.message}>
              <Input
                type="email"
                autoComplete="email"
                {...register('email', {
                  setValueAs: (value: string) => value.trim(),
                  required: 'Please enter your email address',
                })}
              />
            </Field>
            <Field label="Reason" optional error={errors.reason?.message}>
              <Select {...register('reason')}>
                <option value="">Select a reason</option>
                {reasons.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
            <Button type="submit" size="lg" busy={isSubmitting}>
              Unsubscribe
            </Button>
          </form>
        )}
      </Card>
    </main>
  );
}
