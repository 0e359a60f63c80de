import { useController, useFormContext } from 'react-hook-form';
import { useListApplicationPacksQuery } from '../../../../entities/domain/domains-api.ts';
import { familyName, targetText } from '../../../../entities/policy/exclusion-words.ts';
import { MAX_APPLICATION_PACKS } from '../../../../entities/policy/site-policy.ts';
import type { ApplicationPackDetails } from '../../../../shared/api/types.ts';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input } from '../../../../shared/ui/input.tsx';
import { SwitchRow } from '../../../../shared/ui/switch.tsx';
import { Refused } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import type { PolicyFields } from './policy-fields.ts';

type Installed = PolicyFields['application_packs'][number];

/** Rule packs for the site's applications: they avoid false positives and close known vulnerabilities. */
export function ApplicationPacks() {
  const { control } = useFormContext<PolicyFields>();
  const { field, fieldState } = useController({ control, name: 'application_packs' });
  const { data, isError } = useListApplicationPacksQuery();
  const installed: readonly Installed[] = field.value;
  return (
    <div>
      <p className="mt-0.5 max-w-prose text-[0.8125rem] text-ink-muted">
        Select the applications that run on this site. A pack allows the application's usual requests in the
        fields that need it, and blocks requests that target its known vulnerabilities. Everything else is
        inspected as before. Packs are tested with the managed rules; other rule sets may need further
        exclusions.
      </p>
      {isError && (
        <p role="alert" className="mt-2 text-[0.8125rem] text-danger-text">
          The list of packs could not be loaded. Active packs stay on.
        </p>
      )}
      <ul className="mt-2 divide-y divide-line">
        {data?.packs.map((pack) => (
          <li key={pack.name}>
            <PackRow
              pack={pack}
              places={installed.flatMap((one, at) =>
                one.name === pack.name ? [{ at, path: one.path }] : [],
              )}
              isFull={installed.length >= MAX_APPLICATION_PACKS}
              onSwitch={(on) =>
                field.onChange(
                  on
                    ? [...installed, { name: pack.name, path: '/' }]
                    : installed.filter(({ name }) => name !== pack.name),
                )
              }
              onPath={(at, path) => field.onChange(installed.with(at, { name: pack.name, path }))}
            />
          </li>
        ))}
      </ul>
      <Refused message={firstMessage(fieldState.error)} />
    </div>
  );
}

interface PackRowProps {
  pack: ApplicationPackDetails;
  /** Installation paths, by index in the list. */
  places: readonly { at: number; path: string }[];
  isFull: boolean;
  onSwitch: (on: boolean) => void;
  onPath: (at: number, path: string) => void;
}

function PackRow({ pack, places, isFull, onSwitch, onPath }: PackRowProps) {
  const on = places.length > 0;
  return (
    <>
      <SwitchRow
        label={pack.title}
        description={pack.description}
        checked={on}
        disabled={!on && isFull}
        onCheckedChange={onSwitch}
      />
      {places.map(({ at, path }) => (
        <div key={at} className="max-w-xs pb-3">
          <Field label={`Where ${pack.title} is installed`} hint={'"/" or a folder such as "/blog".'}>
            <Input
              className="font-mono"
              autoCapitalize="none"
              spellCheck={false}
              value={path}
              onChange={({ target }) => onPath(at, target.value)}
            />
          </Field>
        </div>
      ))}
      <details className="pb-3 text-[0.8125rem] text-ink-muted">
        <summary className="link inline-flex min-h-6 w-fit cursor-pointer items-center">
          What it changes
        </summary>
        <ul className="mt-2 grid list-disc gap-1.5 pl-5">
          {pack.exclusions.map(({ what, paths, targets, families }) => (
            <li key={what}>
              <b className="font-[560] text-ink">{what}</b>: rules against{' '}
              {families.map((family) => familyName(`family/${family}`)).join(', ')} leave out{' '}
              <span className="wrap-anywhere">{targets.map(targetText).join(', ')}</span> below{' '}
              <span className="font-mono wrap-anywhere">{paths.join(', ')}</span>
            </li>
          ))}
          {pack.patches.map(({ ruleId, what }) => (
            <li key={ruleId}>
              <b className="font-[560] text-ink">Refused</b>: {what} (rule {ruleId})
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
