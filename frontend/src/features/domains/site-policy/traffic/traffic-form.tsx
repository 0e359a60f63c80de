import { FormProvider } from 'react-hook-form';
import { SaveBar } from '../form/save-bar.tsx';
import { type ConfigFormProps, useConfigForm } from '../form/use-config-form.ts';
import { HeaderRules } from './header-rules.tsx';
import { Maintenance } from './maintenance.tsx';
import { OwnPages } from './own-pages.tsx';
import { Redirects } from './redirects.tsx';
import { type TrafficFields, trafficResolver } from './traffic-fields.ts';

/** Delivery: redirects, headers, own pages. */
export default function TrafficForm({
  domainName,
  ...props
}: ConfigFormProps<TrafficFields> & { domainName: string }) {
  const { form, submit, call, isDirty, problem, discard } = useConfigForm(
    'policyConfig',
    trafficResolver,
    props,
  );
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <div className="grid grid-cols-1 gap-8">
          <Redirects />
          <HeaderRules domainName={domainName} />
          <OwnPages domainName={domainName} />
          <Maintenance />
        </div>
        <SaveBar
          label="Save Redirects and Pages"
          dirty={isDirty}
          saving={props.saving}
          disabled={props.loading}
          problem={problem}
          onDiscard={discard}
          call={call}
        />
      </form>
    </FormProvider>
  );
}
