import { zodResolver } from '@hookform/resolvers/zod';
import { PartyPopper, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { emailAddress, requiredText } from '../../shared/lib/form-fields.ts';
import { toProblem } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import * as z from '../../shared/lib/zod.ts';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { useSubscribeNewsletterMutation } from './newsletter-api.ts';
import {
  ALREADY_SUBSCRIBED_CLOSE_MS,
  rememberDismissed,
  rememberSubscribed,
  WELCOME_MS,
} from './popup-memory.ts';

const schema = z.object({
  first_name: requiredText('Please enter your first name'),
  last_name: requiredText('Please enter your last name'),
  email: emailAddress(),
});

/** Not a modal: reading goes on around it. */
export default function NewsletterForm({ onClose }: { onClose: () => void }) {
  const [isWelcome, setWelcome] = useState(false);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [subscribe] = useSubscribeNewsletterMutation();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { first_name: '', last_name: '', email: '' },
  });
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;

  useEffect(() => () => clearTimeout(closing.current), []);

  const closeAfter = (ms: number) => {
    closing.current = setTimeout(onClose, ms);
  };

  const dismiss = () => {
    rememberDismissed(Date.now());
    onClose();
  };

  const submit = handleSubmit(async (values) => {
    try {
      await subscribe({ newsletterSubscribe: values }).unwrap();
      rememberSubscribed();
      toast.success('Successfully subscribed! Check your email.');
      setWelcome(true);
      closeAfter(WELCOME_MS);
    } catch (error) {
      if (toProblem(error).status === 400) {
        rememberSubscribed();
        toast.error('This email is already subscribed!');
        closeAfter(ALREADY_SUBSCRIBED_CLOSE_MS);
      } else if (!setServerErrors(form, error)) {
        toast.error('Failed to subscribe. Please try again.');
      }
    }
  });

  return (
    <section
      aria-label="Newsletter"
      data-corner-window
      className="fixed inset-x-3 bottom-3 z-40 animate-rise rounded-xl border border-line bg-raised p-4 shadow-3 sm:left-auto sm:w-96 sm:p-5 print:hidden"
    >
      {isWelcome ? (
        <div role="status" className="grid justify-items-center gap-2 py-4 text-center">
          <PartyPopper aria-hidden="true" className="size-8 text-brand-text" />
          <h2 className="text-lg">Welcome aboard</h2>
          <p className="text-sm text-ink-muted">A confirmation is on its way to your inbox.</p>
        </div>
      ) : (
        <>
          <div className="flex items-start justify-between gap-3">
            <div>
              <h2 className="text-lg">New attacks, explained</h2>
              <p className="mt-0.5 text-sm text-ink-muted">
                One letter a month.
                {/* On the narrowest phones it would cover what the page is for. */}
                <span className="max-[23.4rem]:hidden"> New threats, and what to do about them.</span>
              </p>
            </div>
            <button
              type="button"
              aria-label="Close newsletter"
              onClick={dismiss}
              className={buttonStyle({ variant: 'ghost', size: 'icon-sm' })}
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </div>
          <form onSubmit={submit} noValidate className="mt-3 grid gap-3 sm:mt-4">
            <div className="grid grid-cols-2 gap-3">
              <Field label="First name" required error={errors.first_name?.message}>
                <Input autoComplete="given-name" {...register('first_name')} />
              </Field>
              <Field label="Last name" required error={errors.last_name?.message}>
                <Input autoComplete="family-name" {...register('last_name')} />
              </Field>
            </div>
            <Field label="Email" required error={errors.email?.message}>
              <Input type="email" autoComplete="email" {...register('email')} />
            </Field>
            <Button type="submit" busy={isSubmitting}>
              Subscribe
            </Button>
          </form>
        </>
      )}
    </section>
  );
}
