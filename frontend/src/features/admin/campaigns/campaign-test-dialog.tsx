import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useUser } from '../../../entities/session/use-session.ts';
import type { CampaignSummary } from '../../../shared/api/types.ts';
import { emailAddress } from '../../../shared/lib/form-fields.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import * as z from '../../../shared/lib/zod.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Input } from '../../../shared/ui/input.tsx';
import { useTestCampaignMutation } from '../api/admin-api.ts';

const schema = z.object({ test_email: emailAddress('Please enter a test email address') });

/** Sends the campaign to one address, as a reader would get it. */
export function CampaignTestDialog({
  campaign,
  onClose,
}: {
  campaign: CampaignSummary;
  onClose: () => void;
}) {
  const user = useUser();
  const [test] = useTestCampaignMutation();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { test_email: user.email } });
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async (campaignTest) => {
    const done = await attempt(test({ id: campaign.id, campaignTest }).unwrap(), {
      refused: (error) => setServerErrors(form, error),
      success: `Test email sent to ${campaignTest.test_email}`,
      failure: 'Failed to send test email',
    });
    if (done) onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="Send a Test"
      description={`“${campaign.name}” to one address. It does not count in the statistics.`}
      onSubmit={submit}
      submitLabel="Send Test"
      busy={isSubmitting}
    >
      <Field label="Test email" required error={errors.test_email?.message}>
        <Input type="email" {...register('test_email')} />
      </Field>
    </FormDialog>
  );
}
