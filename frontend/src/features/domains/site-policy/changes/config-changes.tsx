import { ListNamesIn } from '../../../../entities/client-list/list-names-in.tsx';
import { fieldLabel, shownChange } from '../../../../entities/policy/policy-words.ts';
import type { SitePolicyVersion } from '../../../../shared/api/types.ts';

/** Maximum entries shown of a long list. */
const MAX_ENTRIES = 8;

function Entries({ of, as: Tag }: { of: string[]; as: 'del' | 'ins' }) {
  const look = Tag === 'del' ? 'bg-danger-soft text-danger-text' : 'bg-ok-soft text-ok-text no-underline';
  return (
    <>
      {of.slice(0, MAX_ENTRIES).map((entry) => (
        <Tag key={entry} className={`rounded-sm px-1 font-mono wrap-anywhere ${look}`}>
          <ListNamesIn text={entry} />
        </Tag>
      ))}
      {of.length > MAX_ENTRIES && (
        <span className="text-ink-faint">
          and {of.length - MAX_ENTRIES} more {Tag === 'del' ? 'taken out' : 'added'}
        </span>
      )}
    </>
  );
}

/** Differences between two configurations, field by field. */
export function ConfigChanges({ changes }: { changes: SitePolicyVersion['changes'] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1.5 text-[0.8125rem] sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
      {changes.map(({ field, before, after }) => {
        const change = shownChange(field, before, after);
        return (
          <div key={field} className="contents">
            <dt className="text-ink-muted max-sm:mt-1">{fieldLabel(field)}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
              <Entries of={change.before} as="del" />
              <Entries of={change.after} as="ins" />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
