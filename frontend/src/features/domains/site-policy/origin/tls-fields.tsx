import type { Control } from 'react-hook-form';
import type { OriginConfig } from '../../../../shared/api/types.ts';
import { ChoiceRow } from '../form/fields.tsx';

type Version = OriginConfig['tls_min_version'];
type Ciphers = OriginConfig['tls_ciphers'];

const versions: readonly { value: Version; label: string }[] = [
  { value: '1.2', label: 'TLS 1.2' },
  { value: '1.3', label: 'TLS 1.3' },
];
const VERSION_HINTS: Readonly<Record<Version, string>> = {
  '1.2': 'All browsers since 2014.',
  '1.3': 'Browsers since 2019. Older ones and many programs cannot connect.',
};

const profiles: readonly { value: Ciphers; label: string }[] = [
  { value: 'standard', label: 'Standard' },
  { value: 'strong', label: '256 bits' },
];
const CIPHER_HINTS: Readonly<Record<Ciphers, string>> = {
  standard: 'Forward secrecy and authenticated encryption, with 128-bit or 256-bit keys.',
  strong: '256-bit keys only. HTTP/3 is disabled, because it selects ciphers itself.',
};

/** Requirements for visitors' TLS. */
export function TlsFields({ control }: { control: Control<OriginConfig> }) {
  return (
    <>
      <ChoiceRow
        control={control}
        name="tls_min_version"
        label="Minimum TLS version"
        hintOf={(choice) => VERSION_HINTS[choice]}
        options={versions}
      />
      <ChoiceRow
        control={control}
        name="tls_ciphers"
        label="TLS ciphers"
        hintOf={(choice) => CIPHER_HINTS[choice]}
        options={profiles}
      />
    </>
  );
}
