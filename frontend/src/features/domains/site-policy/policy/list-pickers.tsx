import { Controller, useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { useListClientListsQuery } from '../../../../entities/client-list/lists-api.ts';
import { paths } from '../../../../entities/page/paths.ts';
import { ALLOWING_KINDS } from '../../../../entities/policy/site-policy.ts';
import type { ClientList } from '../../../../shared/api/types.ts';
import { QueryState } from '../../../../shared/ui/query-state.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { Refused } from '../form/fields.tsx';
import { firstMessage } from '../form/first-message.ts';
import { ListPicker } from './list-picker.tsx';
import type { PolicyFields } from './policy-fields.ts';

const KINDS = [
  { name: 'blocked_lists', label: 'Blocked lists', hint: 'Clients on one of these lists are refused.' },
  {
    name: 'allowed_lists',
    label: 'Allowed lists',
    hint: 'Clients on one of these lists are treated like an allowed IP. Lists of user agents and fingerprints cannot be chosen: these can be forged.',
  },
  {
    name: 'challenged_lists',
    label: 'Challenged lists',
    hint: 'Clients on one of these lists are challenged first.',
  },
] as const;

const mayAllow = ({ holds }: ClientList): boolean => ALLOWING_KINDS.includes(holds);

/** Maximum age of the data when the form opens, seconds. */
const FRESH_SECONDS = 5;

/** Lists that the site allows, blocks or challenges. */
export function ListPickers({ locked, onLocked }: { locked: boolean; onLocked: () => void }) {
  const { control } = useFormContext<PolicyFields>();
  // Refetched, since the form remounts shortly after the page, when the stored policy arrives.
  const query = useListClientListsQuery(undefined, { refetchOnMountOrArgChange: FRESH_SECONDS });
  const lists = query.data?.lists ?? [];
  return (
    <QueryState query={query} failure="Failed to load the lists" skeleton={<Skeleton className="h-40" />}>
      {KINDS.map(({ name, label, hint }) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field, fieldState }) => (
            <div>
              <ListPicker
                label={label}
                hint={hint}
                lists={name === 'allowed_lists' ? lists.filter(mayAllow) : lists}
                chosen={field.value}
                onChange={field.onChange}
                locked={locked}
                onLocked={onLocked}
              />
              <Refused message={firstMessage(fieldState.error)} />
            </div>
          )}
        />
      ))}
      <p className="text-[0.8125rem] text-ink-muted">
        Lists are managed independently of sites, under{' '}
        <Link className="link inline-flex min-h-6 items-center" to={paths.lists} target="_blank">
          Lists
        </Link>
        .
      </p>
    </QueryState>
  );
}
