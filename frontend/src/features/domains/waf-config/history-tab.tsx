import { RotateCcw } from 'lucide-react';
import {
  useListWafConfigVersionsQuery,
  useRollBackWafConfigMutation,
} from '../../../shared/api/domains-api.ts';
import type { WafConfigVersion } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/lib/attempt.ts';
import { formatDateTime } from '../../../shared/lib/format.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';

const kinds: Record<WafConfigVersion['change_kind'], string> = {
  created: 'Created',
  saved: 'Saved',
  rolled_back: 'Rolled back',
};

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(', ');
  return String(value);
}

/** `policyConfig.enable_caching` reads 'enable caching'. */
function fieldLabel(field: string): string {
  return (field.split('.').at(-1) ?? field).replaceAll('_', ' ');
}

function Changes({ version }: { version: WafConfigVersion }) {
  if (version.changes.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-[0.8125rem]">
      {version.changes.map(({ field, before, after }) => (
        <li key={field} className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-ink-muted">{fieldLabel(field)}</span>
          <del className="rounded-sm bg-danger-soft px-1 font-mono break-all text-danger-text">
            {shown(before)}
          </del>
          <ins className="rounded-sm bg-ok-soft px-1 font-mono break-all text-ok-text no-underline">
            {shown(after)}
          </ins>
        </li>
      ))}
    </ul>
  );
}

/** Every version of the configuration, what changed in it, and the way back to it. */
export function HistoryTab({ domainId }: { domainId: string }) {
  const { data, error, isLoading, refetch } = useListWafConfigVersionsQuery({ id: domainId });
  const [rollBack, { isLoading: rolling, originalArgs }] = useRollBackWafConfigMutation();
  if (error) return <ErrorState message={messageOf(error, 'Failed to load the history')} onRetry={refetch} />;
  if (isLoading) return <Skeleton className="h-40" />;
  return (
    <ol className="grid gap-3">
      {data?.map((version) => (
        <li key={version.version} className="rounded-md border border-line px-4 py-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="text-sm font-[600]">Version {version.version}</span>
            <span className="text-[0.8125rem] text-ink-muted">
              {version.restored_version === null
                ? kinds[version.change_kind]
                : `Rolled back to version ${version.restored_version}`}{' '}
              · {formatDateTime(version.created_at)}
            </span>
            {version.is_current ? (
              <Badge tone="ok" className="ml-auto">
                Current
              </Badge>
            ) : (
              <Button
                size="sm"
                variant="secondary"
                className="ml-auto"
                icon={<RotateCcw className="size-3.5" />}
                busy={rolling && originalArgs?.version === version.version}
                onClick={() =>
                  attempt(rollBack({ id: domainId, version: version.version }).unwrap(), {
                    success: `Rolled back to version ${version.version}`,
                    failure: 'Failed to roll back',
                  })
                }
              >
                Roll back
              </Button>
            )}
          </div>
          <Changes version={version} />
        </li>
      ))}
    </ol>
  );
}
