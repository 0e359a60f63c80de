import { useState } from 'react';
import { Field } from '../../../shared/ui/field.tsx';
import { Select } from '../../../shared/ui/input.tsx';
import { anyProvider, type DnsProvider, dnsProviders, providerOf } from './providers.ts';

/** The provider recognised by its name servers, unless another is chosen. */
export function useProvider(nameServers: readonly string[] = []) {
  const [chosen, choose] = useState<DnsProvider | null>(null);
  const recognised = providerOf(nameServers);
  const provider = chosen ?? recognised ?? anyProvider;
  /** The name servers by which it was recognised. */
  const servers = provider === recognised ? nameServers : [];
  return { provider, servers, choose };
}

type ProviderChoiceProps = ReturnType<typeof useProvider>;

/** Chooses the provider; field names and hints follow. */
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

/** How to reach the provider's form, and common mistakes there. */
export function ProviderHint({ provider }: { provider: DnsProvider }) {
  return (
    <div className="grid gap-1 text-[0.8125rem] text-ink-muted">
      <p>{provider.way}</p>
      {provider.caution && <p>{provider.caution}</p>}
    </div>
  );
}
