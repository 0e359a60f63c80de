import { Mail, MapPin, Phone } from 'lucide-react';
import { useForm } from 'react-hook-form';
import type { Company } from '../../entities/company/company.ts';
import { dialled } from '../../entities/company/offer.ts';
import { useCompany } from '../../entities/company/use-company.ts';
import { useLazyResolver } from '../../shared/hooks/use-lazy-resolver.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input, Textarea } from '../../shared/ui/input.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { useSendContactMessageMutation } from './contact-api.ts';

const blank = { name: '', email: '', subject: '', message: '', website: '' };

const loadResolver = () => import('./contact-form.ts').then(({ contactResolver }) => contactResolver);

/** The operator's configured contact data. */
const cardsOf = ({ email, phone, address }: Company) => [
  ...(email ? [{ Icon: Mail, title: 'Email', text: email, href: `mailto:${email}` }] : []),
  ...(phone ? [{ Icon: Phone, title: 'Phone', text: phone, href: dialled(phone) }] : []),
  ...(address.length > 0 ? [{ Icon: MapPin, title: 'Office', text: address.join(', '), href: null }] : []),
];

export function ContactPage() {
  const company = useCompany();
  const cards = cardsOf(company);
  const [send] = useSendContactMessageMutation();
  const form = useForm({ resolver: useLazyResolver(loadResolver), defaultValues: blank });
  const {
    register,
    handleSubmit,
    reset,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async (message) => {
    try {
      await send({ contactMessage: message }).unwrap();
      toast.success("Message sent successfully! We'll get back to you soon.");
      reset(blank);
    } catch (error) {
      if (!setServerErrors(form, error))
        toast.error(messageOf(error, 'Failed to send message. Please try again.'));
    }
  });

  return (
    <div className="mx-auto max-w-7xl px-4 py-14 sm:px-6 sm:py-20">
      <h1 className="text-4xl tracking-[-0.03em] sm:text-5xl">Contact us</h1>
      <p className="mt-3 max-w-xl text-lg text-ink-muted">
        Questions before you start, or problems with a site? A person reads every message.
      </p>
      <div className="mt-8 grid gap-6 sm:mt-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-10">
        <Card className="p-5 sm:p-7">
          <form onSubmit={submit} method="post" noValidate className="grid gap-4">
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Name" required error={errors.name?.message}>
                <Input autoComplete="name" {...register('name')} />
              </Field>
              <Field label="Email" required error={errors.email?.message}>
                <Input type="email" autoComplete="email" {...register('email')} />
              </Field>
            </div>
            <Field label="Subject" optional error={errors.subject?.message}>
              <Input {...register('subject')} />
            </Field>
            <Field label="Message" required error={errors.message?.message}>
              <Textarea rows={6} {...register('message')} />
            </Field>
            {/* People never see this; programs that fill in every field do, and give themselves away. */}
            <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
              <label>
                Website
                <input tabIndex={-1} autoComplete="off" {...register('website')} />
              </label>
            </div>
            <Button type="submit" size="lg" busy={isSubmitting} className="justify-self-start">
              {isSubmitting ? 'Sending...' : 'Send message'}
            </Button>
          </form>
        </Card>
        <ul className="grid h-fit gap-3 sm:grid-cols-2 lg:grid-cols-1">
          {cards.map(({ Icon, title, text, href }) => (
            <li key={title} className="flex items-center gap-4 rounded-lg border border-line bg-surface p-4">
              <span className="grid size-10 shrink-0 place-items-center rounded-md bg-brand-soft text-brand-text">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <div className="min-w-0">
                <h2 className="text-sm tracking-normal">{title}</h2>
                {href ? (
                  <a href={href} className="link font-normal break-all">
                    {text}
                  </a>
                ) : (
                  <p className="text-ink-muted">{text}</p>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
      <Imprint company={company} />
    </div>
  );
}

/** Legal notice about the operator, as many laws require. */
function Imprint({ company: { name, address, register, email } }: { company: Company }) {
  if (!name) return null;
  const lines = [name, ...address, ...register, ...(email ? [email] : [])];
  return (
    <section id="imprint" className="mt-10 scroll-mt-4 border-t border-line pt-6">
      <h2 className="text-lg">Imprint</h2>
      <address className="mt-2 grid gap-0.5 text-sm text-ink-muted not-italic">
        {lines.map((line) => (
          <span key={line} className="wrap-anywhere">
            {line}
          </span>
        ))}
      </address>
    </section>
  );
}
