import { Field } from '../../../shared/ui/field.tsx';
import { Select } from '../../../shared/ui/input.tsx';
import { type DnsProvider, dnsProviders } from './providers.ts';

interface ProviderChoiceProps {
  provider: DnsProvider;
  onChange: (provider: DnsProvider) => void;
}

/** At whose form the record is entered: names, fields and cautions follow. */
export function ProviderChoice({ provider, onChange }: ProviderChoiceProps) {
  return (
    <Field label="Your DNS provider" className="max-w-xs">
      <Select
        value={provider.id}
        onChange={(event) => {
          const chosen = dnsProviders.find(({ id }) => id === event.target.value);
          if (chosen) onChange(chosen);
        }}
      >
        {dnsProviders.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The way to the form at that provider, and what goes wrong there. */
export function ProviderHint({ provider }: { provider: DnsProvider }) {
  return (
    <div className="grid gap-1 text-[0.8125rem] text-ink-muted">
      <p>{provider.way}</p>
      {provider.caution && <p>{provider.caution}</p>}
    </div>
  );
}
