import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useUpdateDomainMutation } from '../../../entities/domain/domains-api.ts';
import type { Domain } from '../../../shared/api/types.ts';
import { messageOf, toProblem } from '../../../shared/lib/problem.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Textarea } from '../../../shared/ui/input.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { toast } from '../../../shared/ui/toast.ts';

/** The domain itself cannot be removed, so it is not editable. */
const others = ({ hosts, domain_name }: Domain): string[] => hosts.filter((host) => host !== domain_name);
/** Accepts several names in a line, separated by blanks or commas. */
const namesIn = (text: string): string[] => text.split(/[\s,]+/).filter((name) => name !== '');

/** The server rejects invalid or taken names at the field, and the input stays. */
export default function SiteNamesDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const { domain_name: name } = domain;
  const [update] = useUpdateDomainMutation();
  /** The names that the field was filled with, so that concurrently added ones are not removed. */
  const [seen, setSeen] = useState(domain.hosts);
  const [wereChanged, setWereChanged] = useState(false);
  const form = useForm({ defaultValues: { hosts: others(domain).join('\n') } });
  const {
    register,
    handleSubmit,
    getValues,
    setValue,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async ({ hosts }) => {
    const domainUpdate = { hosts: [name, ...namesIn(hosts)], hosts_before: seen };
    try {
      const saved = await update({ id: domain.id, domainUpdate }).unwrap();
      const isLonger = saved.hosts.some((host) => !seen.includes(host));
      toast.success(
        isLonger ? 'Names saved. Point the DNS records of new ones at Palisade next.' : 'Names saved',
      );
      onClose();
    } catch (error) {
      if (toProblem(error).code === 'hosts_changed') setWereChanged(true);
      else if (!setServerErrors(form, error)) toast.error(messageOf(error, 'Failed to save the names'));
    }
  });

  const addWhatIsMissing = () => {
    const entered = namesIn(getValues('hosts'));
    const missing = others(domain).filter((host) => !entered.includes(host));
    setValue('hosts', [...entered, ...missing].join('\n'));
    setSeen(domain.hosts);
    setWereChanged(false);
  };

  return (
    <FormDialog
      onClose={onClose}
      title={`Names of ${name}`}
      description="The site is served under each of them, with the same policy. A name you remove is no longer served, within seconds."
      onSubmit={submit}
      submitLabel="Save names"
      busy={isSubmitting}
    >
      {wereChanged && (
        <Notice tone="warn" role="alert" title="Somebody has changed the names in the meantime">
          <p className="wrap-anywhere">Now there are {domain.hosts.join(', ')}.</p>
          <Button size="sm" variant="secondary" className="mt-2.5" onClick={addWhatIsMissing}>
            Add what is missing below
          </Button>
        </Notice>
      )}
      <Field
        label="Further names"
        hint={`One per line, each below ${name}, such as www.${name}. ${name} itself always belongs to the site.`}
        error={errors.hosts?.message}
      >
        <Textarea
          rows={6}
          className="font-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('hosts')}
        />
      </Field>
    </FormDialog>
  );
}
