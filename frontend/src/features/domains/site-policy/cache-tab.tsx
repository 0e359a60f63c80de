import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { useListCachePurgesQuery, usePurgeCacheMutation } from '../../../entities/domain/domains-api.ts';
import { PlanBadge } from '../../../entities/plan/plan-badge.tsx';
import { UpgradeRequiredDialog } from '../../../entities/plan/upgrade-dialogs.tsx';
import { useEntitlements } from '../../../entities/plan/use-plans.ts';
import { pathProblem } from '../../../entities/policy/site-policy.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { TextList } from './form/text-list.tsx';

type Kind = 'all' | 'prefix' | 'tag';

const kinds: readonly { value: Kind; label: string; explanation: string }[] = [
  { value: 'all', label: 'Everything', explanation: 'Every cached response of this site.' },
  {
    value: 'prefix',
    label: 'By path',
    explanation:
      'Everything cached under the paths you enter, such as /assets/. If a custom rule rewrites a path, enter the path that your server receives.',
  },
  {
    value: 'tag',
    label: 'By tag',
    explanation: 'Responses that your server marked with one of these names in its Cache-Tag header.',
  },
];

/** Purges the cache. */
export function CacheTab({ domainId }: { domainId: string }) {
  const { allows } = useEntitlements();
  const [kind, setKind] = useState<Kind>('all');
  const [values, setValues] = useState<readonly string[]>([]);
  const [explaining, setExplaining] = useState(false);
  const [purge, { isLoading }] = usePurgeCacheMutation();
  const { data } = useListCachePurgesQuery({ id: domainId }, { refetchOnMountOrArgChange: true });
  const chosen = kinds.find(({ value }) => value === kind);

  const send = async () => {
    if (!allows('edgeCaching')) {
      setExplaining(true);
      return;
    }
    const cachePurge = kind === 'all' ? { kind } : { kind, values: [...values] };
    const done = await attempt(purge({ id: domainId, cachePurge }).unwrap(), {
      success: 'Purged from the edge within a second',
      failure: 'Failed to purge the cache',
    });
    if (done) setValues([]);
  };

  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm text-ink-muted">
          Purging removes cached responses from the edge: visitors get the current responses of your server.
        </p>
        {!allows('edgeCaching') && <PlanBadge feature="edgeCaching" />}
      </div>
      <div className="grid grid-cols-1 gap-4 rounded-md border border-line p-4">
        <Segmented
          label="What to forget"
          value={kind}
          options={kinds}
          onChange={(next) => {
            setKind(next);
            setValues([]);
          }}
          className="justify-self-start"
        />
        <p className="text-[0.8125rem] text-ink-muted">{chosen?.explanation}</p>
        {kind !== 'all' && (
          <TextList
            key={kind}
            label={kind === 'prefix' ? 'Paths' : 'Tags'}
            hint="One or several."
            placeholder={kind === 'prefix' ? '/assets/' : 'product-42'}
            entries={values}
            problem={kind === 'prefix' ? pathProblem : undefined}
            onChange={setValues}
          />
        )}
        <Button
          className="justify-self-start"
          busy={isLoading}
          disabled={kind !== 'all' && values.length === 0}
          icon={<Eraser className="size-4" />}
          onClick={send}
        >
          Purge the cache
        </Button>
      </div>
      {data && data.purges.length > 0 && (
        <section>
          <h3 className="text-sm">Latest purges</h3>
          <ul className="mt-2 divide-y divide-line rounded-md border border-line">
            {data.purges.map((done) => (
              <li
                key={`${done.requested_at}:${done.kind}`}
                className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5 text-[0.8125rem] max-sm:justify-between"
              >
                <span className="font-[560]">{kinds.find(({ value }) => value === done.kind)?.label}</span>
                <span className="min-w-0 flex-1 font-mono break-all max-sm:order-last max-sm:basis-full">
                  {done.values.join(', ')}
                </span>
                <span className="text-ink-muted">{formatDateTime(done.requested_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {explaining && <UpgradeRequiredDialog feature="edgeCaching" onClose={() => setExplaining(false)} />}
    </div>
  );
}
