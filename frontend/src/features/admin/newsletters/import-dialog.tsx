import { useForm } from 'react-hook-form';
import { formatCount } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { FileInput } from '../../../shared/ui/input.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { useImportSubscribersMutation } from '../api/admin-api.ts';

const MAX_BYTES = 1_500_000;

function fileFault(files: FileList | null): string | true {
  const file = files?.[0];
  if (file === undefined) return 'Please choose a file';
  return file.size <= MAX_BYTES || 'The file is too large: at most 1.5 MB at once';
}

/** Imports a file of addresses and lists the rejected lines. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [importCsv, { data: result }] = useImportSubscribersMutation();
  const form = useForm<{ csv: FileList | null }>({ defaultValues: { csv: null } });
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async ({ csv }) => {
    try {
      const { added } = await importCsv({
        subscriberImport: { csv: (await csv?.[0]?.text()) ?? '' },
      }).unwrap();
      toast.success(`${formatCount(added)} subscribers added`);
    } catch (error) {
      if (!setServerErrors(form, error)) toast.error(messageOf(error, 'Failed to import subscribers'));
    }
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Import Subscribers"
      description="A CSV file whose first line names its columns: email, first_name, last_name. Include only people who agreed to receive the newsletter."
      onSubmit={submit}
      submitLabel="Import"
      cancelLabel="Done"
      busy={isSubmitting}
    >
      <Field label="CSV file" required error={errors.csv?.message}>
        <FileInput accept=".csv,text/csv" {...register('csv', { validate: fileFault })} />
      </Field>
      {result && (
        <Notice tone={result.bad_lines.length > 0 ? 'warn' : 'info'} title="What became of the file">
          <ul>
            <li>{formatCount(result.added)} added</li>
            <li>{formatCount(result.known)} were there already</li>
            <li>{formatCount(result.suppressed)} left out: unsubscribed, bounced or complained</li>
            {result.bad_lines.length > 0 && (
              <li>Lines without a valid address: {result.bad_lines.join(', ')}</li>
            )}
          </ul>
        </Notice>
      )}
    </FormDialog>
  );
}
