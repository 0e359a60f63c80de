import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { CallButton } from '../../entities/api-call/call-button.tsx';
import { calls } from '../../entities/api-call/calls.ts';
import { useAddDomainMutation } from '../../entities/domain/domains-api.ts';
import { ChangePlanButton } from '../../entities/plan/change-plan-button.tsx';
import type { Domain } from '../../shared/api/types.ts';
import { requiredText } from '../../shared/lib/form-fields.ts';
import { messageOf, toProblem } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import * as z from '../../shared/lib/zod.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input, Select } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { toast } from '../../shared/ui/toast.ts';

const schema = z.object({
  domain_name: z.pipe(
    z.pipe(
      z.string().check(z.trim(), z.toLowerCase()),
      // People paste URLs; only the host name counts.
      z.transform((value: string) => value.replace(/^https?:\/\//, '').replace(/[/?#].*$/, '')),
    ),
    z.string().check(z.minLength(1, 'Please enter a domain name')),
  ),
  origin_host: requiredText("Please enter your server's IP address or host name"),
  origin_port: z.coerce
    .number('Please enter a port')
    .check(
      z.refine(Number.isInteger, 'Ports are whole numbers'),
      z.minimum(1, 'Ports start at 1'),
      z.maximum(65535, 'Ports end at 65535'),
    ),
  origin_protocol: z.enum(['http', 'https']),
});
type FormInput = z.input<typeof schema>;
type FormOutput = z.output<typeof schema>;

/** The values to be sent; while invalid, as typed. */
const entered = (values: FormInput): FormOutput => {
  const checked = z.safeParse(schema, values);
  return checked.success ? checked.data : { ...values, origin_port: Number(values.origin_port) };
};

interface AddDomainDialogProps {
  open: boolean;
  /** The plan's number of domains is used up. */
  full: boolean;
  onClose: () => void;
  onAdded: (domain: Domain) => void;
}

export function AddDomainDialog({ open, full, onClose, onAdded }: AddDomainDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add Domain"
      description="The site that visitors open, and the server that currently hosts it."
    >
      {full && (
        <Notice tone="warn" className="mb-5" title="You have used all domains of your plan">
          <p>Remove one you no longer need, or choose a larger plan.</p>
          <div className="mt-2.5">
            <ChangePlanButton />
          </div>
        </Notice>
      )}
      <AddDomainForm onClose={onClose} onAdded={onAdded} />
    </Dialog>
  );
}

function AddDomainForm({ onClose, onAdded }: Pick<AddDomainDialogProps, 'onClose' | 'onAdded'>) {
  const [addDomain, { isLoading, error }] = useAddDomainMutation();
  const form = useForm<FormInput, unknown, FormOutput>({
    resolver: zodResolver(schema),
    defaultValues: { domain_name: '', origin_host: '', origin_port: 80, origin_protocol: 'http' },
  });
  const {
    register,
    handleSubmit,
    getValues,
    setValue,
    formState: { errors },
  } = form;

  // The default port follows the protocol; a typed one stays.
  const followPort = () => {
    const { origin_protocol, origin_port } = getValues();
    const [from, to] = origin_protocol === 'https' ? [80, 443] : [443, 80];
    if (Number(origin_port) === from) setValue('origin_port', to);
  };

  const add = async (values: FormOutput, contest?: true) => {
    try {
      const domain = await addDomain({ domainCreate: { ...values, contest } }).unwrap();
      toast.success('Domain added! Please verify DNS.');
      onAdded(domain);
    } catch (failure) {
      if (!setServerErrors(form, failure)) toast.error(messageOf(failure, 'Failed to add domain'));
    }
  };
  const submit = handleSubmit((values) => add(values));
  const isTaken = toProblem(error).code === 'domain_taken';
  // Said at its field, it needs no second place.
  const isAtField = !isTaken && Object.values(errors).some(({ type }) => type === 'server');

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {error && !isAtField && (
        <Notice tone="danger" role="alert">
          <p>{messageOf(error, 'Failed to add domain')}</p>
          {isTaken && (
            <Button
              size="sm"
              variant="secondary"
              className="mt-2.5"
              busy={isLoading}
              onClick={handleSubmit((values) => add(values, true))}
            >
              It is mine: claim it
            </Button>
          )}
        </Notice>
      )}
      <Field label="Domain Name" required error={errors.domain_name?.message}>
        <Input
          placeholder="example.com"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          {...register('domain_name')}
        />
      </Field>
      <Field
        label="Server IP"
        required
        hint="Where your site is hosted now, as your hosting provider names it: an IP address or a host name."
        error={errors.origin_host?.message}
      >
        <Input
          placeholder="203.0.113.10"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          {...register('origin_host')}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Origin Port" error={errors.origin_port?.message}>
          <Input inputMode="numeric" className="font-mono" {...register('origin_port')} />
        </Field>
        <Field label="Protocol">
          <Select {...register('origin_protocol', { onChange: followPort })}>
            <option value="http">HTTP</option>
            <option value="https">HTTPS</option>
          </Select>
        </Field>
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <CallButton className="mr-auto -ml-2 px-2" call={() => calls.addDomain(entered(getValues()))} />
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isLoading}>
          {isLoading ? 'Adding...' : 'Add Domain'}
        </Button>
      </div>
    </form>
  );
}
