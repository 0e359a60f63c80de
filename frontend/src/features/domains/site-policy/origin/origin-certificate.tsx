import { useFormContext, useWatch } from 'react-hook-form';
import type { OriginConfig } from '../../../../shared/api/types.ts';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { ChoiceRow } from '../form/fields.tsx';
import { AutomaticOriginCertificate } from './automatic-origin-certificate.tsx';
import { UploadedOriginCertificate } from './uploaded-origin-certificate.tsx';

type Choice = OriginConfig['origin_client_certificate'];

const choices: readonly { value: Choice; label: string }[] = [
  { value: 'off', label: 'None' },
  { value: 'automatic', label: 'Automatic' },
  { value: 'uploaded', label: 'Your own' },
];
const HINTS: Readonly<Record<Choice, string>> = {
  off: 'Your server cannot tell the edge from others by a certificate.',
  automatic: 'Issued and renewed by an authority for this site only, which your server is to trust.',
  uploaded: 'Upload a client certificate of your own authority, and replace it before it expires.',
};

/** What the edge proves itself with to the site's servers (mutual TLS). */
export function OriginCertificate({ domainId }: { domainId: string }) {
  const { control } = useFormContext<OriginConfig>();
  const [choice, protocol, others] = useWatch({
    control,
    name: ['origin_client_certificate', 'origin_protocol', 'additional_origins'],
  });
  const hasTls = protocol === 'https' || others.some((origin) => origin.protocol === 'https');
  return (
    <section aria-label="Certificate for the origin">
      <ChoiceRow
        control={control}
        name="origin_client_certificate"
        label="Certificate for the origin"
        hintOf={(chosen: Choice) => HINTS[chosen]}
        options={choices}
      />
      {choice !== 'off' && (
        <div className="grid grid-cols-1 gap-4 pb-4">
          {!hasTls && (
            <Notice tone="warn">Set the protocol to HTTPS: without it no certificate is presented.</Notice>
          )}
          {choice === 'automatic' ? (
            <AutomaticOriginCertificate domainId={domainId} />
          ) : (
            <UploadedOriginCertificate domainId={domainId} />
          )}
        </div>
      )}
    </section>
  );
}
