import { useFormContext, useWatch } from 'react-hook-form';
import { certificateText, revocationListText } from '../../../../entities/policy/certificate-words.ts';
import {
  allowedCertificateProblem,
  CLIENT_CERTIFICATE_LIMITS,
  pathProblem,
} from '../../../../entities/policy/site-policy.ts';
import type { OriginConfig } from '../../../../shared/api/types.ts';
import { ChoiceRow, ListField, SwitchField } from '../form/fields.tsx';
import { TextList } from '../form/text-list.tsx';
import { PemList } from './pem-list.tsx';

type Mode = OriginConfig['client_certificates'];

const modes: readonly { value: Mode; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
];
const HINTS: Readonly<Record<Mode, string>> = {
  off: 'Visitors are not asked for a certificate of their own.',
  optional:
    'Visitors are asked for one, and your server learns who has one. Browsers with certificates ask which one to send.',
  required: 'Clients without a trusted certificate get 403. With Optional and Required, HTTP/3 is disabled.',
};

/** Client certificates (mutual TLS). */
export function ClientCertificates() {
  const { control } = useFormContext<OriginConfig>();
  const mode = useWatch({ control, name: 'client_certificates' });
  return (
    <section aria-label="Client certificates">
      <ChoiceRow
        control={control}
        name="client_certificates"
        label="Client certificates"
        hintOf={(choice: Mode) => HINTS[choice]}
        options={modes}
      />
      {mode !== 'off' && (
        <div className="grid grid-cols-1 gap-5 pb-4">
          <ListField
            control={control}
            name="client_certificate_authorities"
            list={(field) => (
              <PemList
                label="Certificate authorities"
                hint="The authorities that signed your visitors’ certificates. An intermediate authority is sufficient."
                kind="CERTIFICATE"
                noun="certificate"
                maxCharacters={CLIENT_CERTIFICATE_LIMITS.authorities * CLIENT_CERTIFICATE_LIMITS.authority}
                textOf={certificateText}
                {...field}
              />
            )}
          />
          {mode === 'required' && (
            <ListField
              control={control}
              name="client_certificate_paths"
              list={(field) => (
                <TextList
                  label="Only on paths"
                  hint="Path prefixes that require one. Empty: all paths."
                  placeholder="/admin"
                  problem={pathProblem}
                  {...field}
                />
              )}
            />
          )}
          <ListField
            control={control}
            name="client_certificate_allowed"
            list={(field) => (
              <TextList
                label="Only these certificates"
                hint="SHA-256 fingerprints, parts of the subject, or names. Leave empty to accept any certificate signed by these authorities."
                placeholder="CN=device-7"
                problem={allowedCertificateProblem}
                {...field}
              />
            )}
          />
          <ListField
            control={control}
            name="client_certificate_revocations"
            list={(field) => (
              <PemList
                label="Revocation lists (CRL)"
                hint="Signed by one of the authorities. They are not refreshed automatically."
                kind="X509 CRL"
                noun="list"
                maxCharacters={CLIENT_CERTIFICATE_LIMITS.revocationCharacters}
                textOf={revocationListText}
                {...field}
              />
            )}
          />
          <SwitchField
            control={control}
            name="client_certificate_forwarded"
            label="Send the certificate to your server"
            description="Whole, as Client-Cert (RFC 9440). Subject, names, serial and fingerprint are sent in any case."
          />
        </div>
      )}
    </section>
  );
}
