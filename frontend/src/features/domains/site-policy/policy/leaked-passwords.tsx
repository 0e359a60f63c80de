import { useFormContext, useWatch } from 'react-hook-form';
import type { GatedFeature } from '../../../../entities/plan/gated-features.ts';
import { useEntitlements } from '../../../../entities/plan/use-plans.ts';
import { passwordFieldProblem, pathProblem } from '../../../../entities/policy/site-policy.ts';
import { ListField, SelectField } from '../form/fields.tsx';
import { TextList } from '../form/text-list.tsx';
import { EdgeHelper } from './edge-helper.tsx';
import type { PolicyFields } from './policy-fields.ts';

const actions: readonly { value: PolicyFields['leaked_passwords']; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'log', label: 'Say so in the log' },
  { value: 'header', label: 'Set a header for your server' },
  { value: 'challenge', label: 'Challenge' },
  { value: 'block', label: 'Block' },
];

/** Action for sign-ins with leaked passwords. */
export function LeakedPasswords({ onLocked }: { onLocked: (feature: GatedFeature) => void }) {
  const { control, setValue } = useFormContext<PolicyFields>();
  const { allows } = useEntitlements();
  const isOn = useWatch({ control, name: 'leaked_passwords' }) !== 'off';
  return (
    <div className="grid grid-cols-1 gap-4 py-3">
      <SelectField
        control={control}
        name="leaked_passwords"
        label="Leaked passwords at sign-in"
        className="max-w-xs"
        hint="Passwords at sign-in are checked against a list from data breaches. At most five digits of a hash leave the edge."
        options={actions}
        onChoice={(action) => {
          if (allows('botProtection') || action === 'off') return;
          setValue('leaked_passwords', 'off');
          onLocked('botProtection');
        }}
      />
      {isOn && (
        <>
          <EdgeHelper
            helper="leaked_passwords"
            name="list of leaked passwords"
            without="Without one, sign-ins pass unchecked, and the log notes it."
            guide="/docs/guides/leaked-passwords"
          />
          <p className="max-w-prose text-[0.8125rem] text-ink-muted">
            All options except log only also set the header Leaked-Password: true for your server. While the
            list does not respond, sign-ins pass, and the log notes it.
          </p>
          <ListField
            control={control}
            name="leaked_password_paths"
            list={(field) => (
              <TextList
                label="Sign-in paths"
                hint="Paths that the form is submitted to. Empty: common ones, such as /login and /wp-login.php."
                placeholder="/account/enter"
                problem={pathProblem}
                {...field}
              />
            )}
          />
          <ListField
            control={control}
            name="leaked_password_fields"
            list={(field) => (
              <TextList
                label="Password fields"
                hint="Names of form fields, or paths in JSON. Empty: common ones, such as password and pwd."
                placeholder="user.password"
                problem={passwordFieldProblem}
                {...field}
              />
            )}
          />
        </>
      )}
    </div>
  );
}
