import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, type Resolver, useWatch } from 'react-hook-form';
import { ORIGIN_HOST_REQUIRED, originFields, originShape } from '../../../../entities/policy/site-policy.ts';
import type { OriginConfig } from '../../../../shared/api/types.ts';
import * as z from '../../../../shared/lib/zod.ts';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input } from '../../../../shared/ui/input.tsx';
import { NumberField, SelectField, SwitchField, TextField } from '../form/fields.tsx';
import { SaveBar } from '../form/save-bar.tsx';
import { type ConfigFormProps, useConfigForm } from '../form/use-config-form.ts';
import { ClientCertificates } from './client-certificates.tsx';
import { EdgeAddresses } from './edge-addresses.tsx';
import { MoreOrigins } from './more-origins.tsx';
import { OriginCertificate } from './origin-certificate.tsx';
import { OriginTrouble } from './origin-trouble.tsx';
import { TlsFields } from './tls-fields.tsx';
import { TrustedProxies } from './trusted-proxies.tsx';

// Loose: while services are being replaced a newer one may have fields that this page does not know.
const resolver = zodResolver(z.looseObject(originShape)) as unknown as Resolver<OriginConfig>;

type Switches = {
  [K in keyof OriginConfig]: OriginConfig[K] extends boolean ? K : never;
}[keyof OriginConfig];

const isSwitch = (name: keyof OriginConfig): name is Switches => originFields[name].switch !== undefined;
const switches = (Object.keys(originFields) as (keyof OriginConfig)[])
  .filter(isSwitch)
  .map((name) => ({ name, ...originFields[name].switch! }));

const protocols = [
  { value: 'http', label: 'HTTP' },
  { value: 'https', label: 'HTTPS' },
] as const;

type OriginFormProps = ConfigFormProps<OriginConfig> & { domainId: string };

/** The form of the origin, below what its owner should know about it. */
export const OriginForm = ({ domainName, ...props }: OriginFormProps & { domainName: string }) => (
  <>
    <OriginTrouble domainName={domainName} />
    {/* Mounts again when somebody else has saved; the notice above need not load again then. */}
    <OriginFields key={JSON.stringify(props.config)} {...props} />
  </>
);

function OriginFields({ domainId, ...props }: OriginFormProps) {
  const { loading, saving } = props;
  const { form, submit, call, isDirty, problem, discard } = useConfigForm('originConfig', resolver, props);
  const { control, register, setValue, getFieldState, formState } = form;
  const [host, others] = useWatch({ control, name: ['origin_host', 'additional_origins'] });
  const hostMissing = host.trim() === '';
  const originsIncomplete = others.some((origin) => origin.host.trim() === '');
  const hostError = hostMissing
    ? ORIGIN_HOST_REQUIRED
    : getFieldState('origin_host', formState).error?.message;

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <div className="grid gap-4 sm:grid-cols-6">
          <Field
            label="Origin Host"
            required
            className="sm:col-span-4"
            hint="IP address or host name of your server."
            error={loading ? undefined : hostError}
          >
            <Input
              className="font-mono"
              autoCapitalize="none"
              spellCheck={false}
              {...register('origin_host')}
            />
          </Field>
          <NumberField control={control} name="origin_port" label="Origin Port" className="sm:col-span-2" />
          <SelectField
            control={control}
            name="origin_protocol"
            label="Protocol"
            className="sm:col-span-3"
            options={protocols}
            // One fact under two names: https implies TLS to the origin.
            onChoice={(chosen) => setValue('origin_use_tls', chosen === 'https', { shouldDirty: true })}
          />
          <NumberField
            control={control}
            name="timeout_seconds"
            label="Timeout (seconds)"
            className="sm:col-span-3"
            hint={`Recommended: ${originFields.timeout_seconds.default} seconds.`}
          />
        </div>
        <TextField
          control={control}
          name="origin_host_header"
          label="Host name for the origin"
          optional
          className="mt-4"
          hint="Sent as Host and for TLS; empty: the host name that the visitor requested."
        />
        <div className="mt-4 divide-y divide-line border-y border-line">
          {switches.map(({ name, label, description }) => (
            <SwitchField
              key={name}
              control={control}
              name={name}
              label={label}
              description={description}
              onSwitched={(on) => {
                if (name === 'origin_use_tls')
                  setValue('origin_protocol', on ? 'https' : 'http', { shouldDirty: true });
              }}
            />
          ))}
          <OriginCertificate domainId={domainId} />
          <TlsFields control={control} />
          <ClientCertificates />
          <TrustedProxies />
        </div>
        <EdgeAddresses />
        <MoreOrigins domainId={domainId} />
        <SaveBar
          label="Save Origin Settings"
          dirty={isDirty}
          saving={saving}
          disabled={hostMissing || originsIncomplete || loading}
          problem={originsIncomplete ? 'Every origin needs a host.' : problem}
          onDiscard={discard}
          call={call}
        />
      </form>
    </FormProvider>
  );
}
