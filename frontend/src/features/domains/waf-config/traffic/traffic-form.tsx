import { FormProvider } from 'react-hook-form';
import { SaveBar } from '../form/save-bar.tsx';
import { type ConfigFormProps, useConfigForm } from '../form/use-config-form.ts';
import { HeaderRules } from './header-rules.tsx';
import { Redirects } from './redirects.tsx';
import { type TrafficFields, trafficResolver } from './traffic-fields.ts';

/** What visitors get besides what the server answers: redirects and headers. */
export default function TrafficForm(props: ConfigFormProps<TrafficFields>) {
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
          <HeaderRules />
        </div>
        <SaveBar
          label="Save Redirects and Headers"
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
