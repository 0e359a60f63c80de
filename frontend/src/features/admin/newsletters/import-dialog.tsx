import { useState } from 'react';
import { formatCount } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { useImportSubscribersMutation } from '../common/admin-api.ts';

const MAX_BYTES = 1_500_000;

/** A file of addresses; what could not be taken is said line by line. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [importCsv, { data: result, isLoading }] = useImportSubscribersMutation();

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (file === null) return toast.error('Please choose a file');
    if (file.size > MAX_BYTES) return toast.error('The file is too large: at most 1.5 MB at once');
    try {
      const { added } = await importCsv({ subscriberImport: { csv: await file.text() } }).unwrap();
      toast.success(`${formatCount(added)} subscribers added`);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to import subscribers'));
    }
  };

  return (
    <FormDialog
      onClose={onClose}
      title="Import Subscribers"
      description="A CSV file whose first line names its columns: email, first_name, last_name. Only people who agreed to get the newsletter belong in it."
      onSubmit={submit}
      submitLabel="Import"
      cancelLabel="Done"
      busy={isLoading}
    >
      <input
        type="file"
        aria-label="CSV file"
        accept=".csv,text/csv"
        onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        className="w-full rounded-md border border-field-line p-2 text-sm file:mr-3 file:rounded-md file:border-0 file:bg-sunken file:px-3 file:py-1.5 file:font-[560]"
      />
      {result && (
        <Notice tone={result.bad_lines.length > 0 ? 'warn' : 'info'} title="What became of the file">
          <ul>
            <li>{formatCount(result.added)} added</li>
            <li>{formatCount(result.known)} were there already</li>
            <li>{formatCount(result.suppressed)} left out: unsubscribed, bounced or complained</li>
            {result.bad_lines.length > 0 && (
              <li>Lines without a good address: {result.bad_lines.join(', ')}</li>
            )}
          </ul>
        </Notice>
      )}
    </FormDialog>
  );
}
