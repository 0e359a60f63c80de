import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useCreateDraftMutation } from '../../../../entities/policy-draft/drafts-api.ts';
import type { PolicyConfig } from '../../../../shared/api/types.ts';
import { setServerErrors } from '../../../../shared/lib/server-errors.ts';
import * as z from '../../../../shared/lib/zod.ts';
import { attempt } from '../../../../shared/ui/attempt.ts';
import { Field } from '../../../../shared/ui/field.tsx';
import { FormDialog } from '../../../../shared/ui/form-dialog.tsx';
import { Input, Textarea } from '../../../../shared/ui/input.tsx';

const MAX_NAME = 80;
const MAX_NOTE = 1_000;

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Please name the draft')),
  note: z.string(),
});

interface SaveDraftDialogProps {
  domainId: string;
  /** The version that the change is based on. */
  version: number | undefined;
  change: Partial<PolicyConfig>;
  onSaved: () => void;
  onClose: () => void;
}

/** Saves a change as a draft. */
export default function SaveDraftDialog({
  domainId,
  version,
  change,
  onSaved,
  onClose,
}: SaveDraftDialogProps) {
  const [create] = useCreateDraftMutation();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: '', note: '' } });
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;
  const submit = handleSubmit(async (values) => {
    const saved = await attempt(
      create({ id: domainId, policyDraftInput: { ...values, version, policyConfig: change } }).unwrap(),
      {
        refused: (error) => setServerErrors(form, error),
        success: 'The draft is saved under History',
        failure: 'The draft could not be saved',
      },
    );
    if (saved) onSaved();
  });
  return (
    <FormDialog
      title="Save as draft"
      description="The change has no effect until it is applied."
      submitLabel="Save draft"
      busy={isSubmitting}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Name" required error={errors.name?.message}>
        <Input maxLength={MAX_NAME} placeholder="Stricter rules for the sale" {...register('name')} />
      </Field>
      <Field label="Note" optional hint="What it is for." error={errors.note?.message}>
        <Textarea rows={3} maxLength={MAX_NOTE} {...register('note')} />
      </Field>
    </FormDialog>
  );
}
