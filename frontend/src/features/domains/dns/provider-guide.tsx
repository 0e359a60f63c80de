import { useState } from 'react';
import { Field } from '../../../shared/ui/field.tsx';
import { Select } from '../../../shared/ui/input.tsx';
import { anyProvider, type DnsProvider, dnsProviders, providerOf } from './providers.ts';

/** The provider that the name servers tell, until somebody chooses another. */
export function useProvider(nameServers: readonly string[] = []) {
  const [chosen, choose] = useState<DnsProvider | null>(null);
  const recognised = providerOf(nameServers);
  const provider = chosen ?? recognised ?? anyProvider;
  /** What they are recognised by, as long as nobody chose otherwise. */
  const servers = provider === recognised ? nameServers : [];
  return { provider, servers, choose };
}

type ProviderChoiceProps = ReturnType<typeof useProvider>;

/** At whose form the record is entered: names, fields and cautions follow. */
export function ProviderChoice({ provider, servers, choose }: ProviderChoiceProps) {
  return (
    <Field
      label="Your DNS provider"
      className="max-w-sm"
      hint={servers.length > 0 ? `Recognised by your name servers, such as ${servers[0]}` : undefined}
    >
      <Select
        value={provider.id}
        onChange={(event) => {
          const chosen = dnsProviders.find(({ id }) => id === event.target.value);
          if (chosen) choose(chosen);
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
