import { policyFields, problemOf } from '../../../../entities/policy/site-policy.ts';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { ChoiceRow, ListField, SwitchField } from '../form/fields.tsx';
import { SaveBar } from '../form/save-bar.tsx';
import { TextList } from '../form/text-list.tsx';
import { type ConfigFormProps, useConfigForm } from '../form/use-config-form.ts';
import { type PrivacyFields, privacyResolver } from './privacy-fields.ts';

type Addresses = PrivacyFields['log_addresses'];

const addresses: readonly { value: Addresses; label: string }[] = [
  { value: 'full', label: 'Whole' },
  { value: 'network', label: 'Network' },
  { value: 'pseudonym', label: 'Pseudonym' },
];

const ADDRESS_HINTS: Readonly<Record<Addresses, string>> = {
  full: 'Each record contains the client’s address.',
  network: 'Records only contain the network: /24 for IPv4, /48 for IPv6.',
  pseudonym:
    'Records contain a pseudonym made with a key that changes daily and is never stored: it distinguishes clients for a day.',
};

/** What log records and recordings leave out. */
export default function PrivacyForm(props: ConfigFormProps<PrivacyFields>) {
  const { form, submit, call, isDirty, problem, discard } = useConfigForm(
    'policyConfig',
    privacyResolver,
    props,
  );
  const { control } = form;
  return (
    <form onSubmit={submit} noValidate>
      <p className="pb-3 text-sm text-ink-muted">
        Data omitted here is removed at the edge: no log, export, stream or recording ever contains it.
        Limits, bans, challenges and rules use the original request, and a ban keeps its address until it
        ends.
      </p>
      <div className="divide-y divide-line border-y border-line">
        <ChoiceRow
          control={control}
          name="log_addresses"
          label="Client addresses"
          hintOf={(choice) => ADDRESS_HINTS[choice]}
          options={addresses}
        />
        <SwitchField
          control={control}
          name="log_mask_query_values"
          {...policyFields.log_mask_query_values.switch!}
        />
        <SwitchField
          control={control}
          name="log_omit_user_agents"
          {...policyFields.log_omit_user_agents.switch!}
        />
        <SwitchField
          control={control}
          name="log_omit_fingerprints"
          {...policyFields.log_omit_fingerprints.switch!}
        />
        <div className="py-3">
          <ListField
            control={control}
            name="recording_masked_fields"
            list={(field) => (
              <TextList
                label="Fields that are masked"
                hint="Names of parameters, cookies, headers or JSON members, in addition to names that indicate secrets, such as password or token."
                placeholder="customer_number"
                problem={(entry) =>
                  problemOf(policyFields.recording_masked_fields, [...field.entries, entry])
                }
                {...field}
              />
            )}
          />
        </div>
      </div>
      <Notice className="mt-4" title="Applies to requests from now on">
        Existing records stay unchanged until they expire. You can delete a visitor’s stored data below.
      </Notice>
      <SaveBar
        label="Save Privacy"
        dirty={isDirty}
        saving={props.saving}
        disabled={props.loading}
        problem={problem}
        onDiscard={discard}
        call={call}
      />
    </form>
  );
}
