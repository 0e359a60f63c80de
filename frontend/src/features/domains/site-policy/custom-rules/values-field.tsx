import { Plus, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ListNamesIn } from '../../../../entities/client-list/list-names-in.tsx';
import {
  type ConditionField,
  type ConditionOperator,
  valueText,
} from '../../../../entities/policy/policy-words.ts';
import {
  CONDITION_LIMITS,
  CRAWLER_KINDS,
  HTTP_VERSIONS,
  LISTED_FIELDS,
  TLS_VERSIONS,
  valueProblem,
} from '../../../../entities/policy/site-policy.ts';
import { cn } from '../../../../shared/lib/cn.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input, Select } from '../../../../shared/ui/input.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';

/** Contains the names of all countries. */
const CountryPicker = lazy(() => import('../../../../entities/policy/country-picker.tsx'));

/** Contains the API calls for lists. */
const ListChoice = lazy(() => import('../../../../entities/client-list/list-choice.tsx'));

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'];
const SCHEMES = ['https', 'http'];

const choices: Partial<Record<ConditionField, () => readonly { value: string; label: string }[]>> = {
  method: () => METHODS.map((value) => ({ value, label: value })),
  scheme: () => SCHEMES.map((value) => ({ value, label: value })),
  http_version: () => HTTP_VERSIONS.map((value) => ({ value, label: `HTTP/${value}` })),
  tls_version: () => TLS_VERSIONS.map((value) => ({ value, label: `TLS ${value}` })),
  bot_kind: () => CRAWLER_KINDS.map((value) => ({ value, label: valueText('bot_kind', value) })),
};

const placeholders: Partial<Record<ConditionField, string>> = {
  ip: '203.0.113.7 or 203.0.113.0/24',
  path: '/wp-login',
  host: 'www.example.com',
  query: 'debug=1',
  user_agent: 'curl/',
  asn: '64500',
  attack_score: '5',
  answer_status: '404',
  ja4: 't13d1516h2_8daaf6152771_e5627efa2ab1',
  file_name: '.php',
  file_type: 'image/',
};

interface ValuesFieldProps {
  field: ConditionField;
  operator: ConditionOperator;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Error of the whole list. */
  error: string | undefined;
  /** Errors of single values, by index. */
  errors: Readonly<Record<number, string>>;
}

const distinct = (values: readonly string[]) => [...new Set(values)].slice(0, CONDITION_LIMITS.values);

/** Values of a condition, joined by OR: chosen, typed, or pasted as lines. */
export function ValuesField({ field, operator, values, onChange, error, errors }: ValuesFieldProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const options = choices[field]?.();
  const isListed = operator === 'in_list';
  const isTyped = field !== 'country' && !isListed && !options;
  const first = Object.entries(errors)[0];
  const shownError =
    problem ?? error ?? (first && `${valueText(field, values[Number(first[0])] ?? '')}: ${first[1]}`);

  const add = (texts: readonly string[]) => {
    const wanted = texts.map((text) => text.trim()).filter((text) => text !== '');
    const wrong = wanted.filter((text) => valueProblem(field, operator, text));
    const right = wanted.filter((text) => !wrong.includes(text));
    // A minimum has one value: the latest.
    onChange(operator === 'at_least' ? [...values, ...right].slice(-1) : distinct([...values, ...right]));
    // Invalid values stay in the field.
    setTyped(wrong.join(' '));
    setProblem(wrong[0] === undefined ? undefined : valueProblem(field, operator, wrong[0]));
  };

  return (
    <div className="grid grid-cols-1 gap-2">
      {field === 'country' && !isListed && (
        <Field label="Values" error={shownError}>
          <Suspense fallback={<Skeleton className="h-10 w-full" />}>
            <CountryPicker
              value={null}
              onChange={(code) => code !== null && onChange(distinct([...values, code]))}
              without={values}
              placeholder="Add a country"
            />
          </Suspense>
        </Field>
      )}
      {isListed && (
        <Field label="Lists" error={shownError} hint="Managed under Lists, independent of the site.">
          <Suspense fallback={<Skeleton className="h-10 w-full" />}>
            <ListChoice
              holds={LISTED_FIELDS[field] ?? 'addresses'}
              without={values}
              onChoose={(id) => onChange(distinct([...values, id]))}
            />
          </Suspense>
        </Field>
      )}
      {options && (
        <Field label="Values" error={shownError}>
          <Select
            value=""
            onChange={(event) => event.target.value && onChange(distinct([...values, event.target.value]))}
          >
            <option value="">Add a value</option>
            {options
              .filter(({ value }) => !values.includes(value))
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </Select>
        </Field>
      )}
      {isTyped && (
        <div className="flex items-start gap-2">
          <Field
            label={operator === 'matches' ? 'Patterns' : 'Values'}
            className="flex-1"
            error={shownError}
            hintMends
            hint={
              operator === 'matches'
                ? 'Regular expressions (PCRE, without back-references) that match anywhere in the value; use ^ and $ to anchor.'
                : undefined
            }
          >
            <Input
              className="font-mono"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={operator === 'matches' ? '^/api/v[0-9]+/' : placeholders[field]}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(undefined);
              }}
              onBlur={() => typed.trim() !== '' && add([typed])}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || typed.trim() === '') return;
                // Enter adds the value; it must not save the rule.
                event.preventDefault();
                add([typed]);
              }}
              onPaste={(event) => {
                const lines = event.clipboardData.getData('text').split(/\r?\n/);
                if (lines.length < 2) return;
                event.preventDefault();
                add([typed, ...lines]);
              }}
            />
          </Field>
          <Button
            variant="secondary"
            className="mt-6.5"
            icon={<Plus className="size-4" />}
            aria-label="Add value"
            onClick={() => add([typed])}
          >
            Add
          </Button>
        </div>
      )}
      {values.length > 0 && (
        <ul aria-label="Values (any of them)" className="flex flex-wrap gap-1.5">
          {values.map((value, at) => (
            <li
              key={value}
              className={cn(
                'inline-flex h-8 max-w-full items-center gap-1 rounded-full border border-line-strong bg-sunken pr-1 pl-3 text-[0.8125rem]',
                isTyped && 'font-mono',
                errors[at] && 'border-danger-line bg-danger-soft text-danger-text',
              )}
            >
              <span className="truncate">
                <ListNamesIn text={valueText(field, value)} />
              </span>
              <button
                type="button"
                aria-label={`Remove ${valueText(field, value)}`}
                onClick={() => onChange(values.filter((_, other) => other !== at))}
                className="grid size-6 shrink-0 place-items-center rounded-full text-ink-faint hover:bg-line hover:text-ink"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
