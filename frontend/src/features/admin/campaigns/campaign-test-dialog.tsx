import { useState } from 'react';
import { useUser } from '../../../entities/session/use-session.ts';
import type { Campaign } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Input } from '../../../shared/ui/input.tsx';
import { useTestCampaignMutation } from '../common/admin-api.ts';

/** The campaign as one reader would get it, to one address. */
export function CampaignTestDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const user = useUser();
  const [address, setAddress] = useState(user.email);
  const [test, { isLoading }] = useTestCampaignMutation();

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    const to = address.trim();
    const done = await attempt(test({ id: campaign.id, campaignTest: { test_email: to } }).unwrap(), {
      success: `Test email sent to ${to}`,
      failure: 'Failed to send test email',
    });
    if (done) onClose();
  };

  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="Send a Test"
      description={`“${campaign.name}” to one address. It is counted nowhere.`}
      onSubmit={submit}
      submitLabel="Send Test"
      submitDisabled={address.trim() === ''}
      busy={isLoading}
    >
      <Field label="Test email" required>
        <Input type="email" value={address} onChange={(event) => setAddress(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
