import { lazy, Suspense, useState } from 'react';
import { fieldNamed } from '../../../../entities/policy/site-policy.ts';
import {
  useApplyDraftMutation,
  useDeleteDraftMutation,
  useListDraftsQuery,
} from '../../../../entities/policy-draft/drafts-api.ts';
import type { PolicyDraft } from '../../../../shared/api/types.ts';
import { formatDateTime } from '../../../../shared/lib/format.ts';
import { messageOf } from '../../../../shared/lib/problem.ts';
import { attempt } from '../../../../shared/ui/attempt.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { ErrorState } from '../../../../shared/ui/error-state.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { ConfigChanges } from '../changes/config-changes.tsx';

/** Loaded when a draft is tried. */
const ReplayPanel = lazy(() => import('../replay/replay-panel.tsx'));

/** Saved drafts of changes, which are not in force. Renders nothing if there are none. */
export default function PolicyDrafts({ domainId }: { domainId: string }) {
  const { data, error, refetch } = useListDraftsQuery({ id: domainId }, { refetchOnMountOrArgChange: true });
  const [tried, setTried] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ draft: PolicyDraft; to: 'apply' | 'delete' } | null>(null);
  const [apply, { isLoading: applying }] = useApplyDraftMutation();
  const [remove, { isLoading: deleting }] = useDeleteDraftMutation();
  if (error && !data)
    return (
      <ErrorState
        message={messageOf(error, 'The drafts could not be loaded')}
        onRetry={refetch}
        className="py-6"
      />
    );
  if (!data || data.length === 0) return null;
  const confirmed = async () => {
    if (asked === null) return;
    const { draft, to } = asked;
    const at = { id: domainId, draftId: draft.id };
    const done =
      to === 'apply'
        ? await attempt(
            apply({ ...at, policyDraftApply: { version: draft.version, revision: draft.revision } }).unwrap(),
            {
              success: `"${draft.name}" is in force`,
              failure: 'The draft could not be applied',
            },
          )
        : await attempt(remove(at).unwrap(), {
            success: 'Draft deleted',
            failure: 'The draft could not be deleted',
          });
    if (done) setAsked(null);
  };
  return (
    <section aria-label="Drafts" className="mb-6 grid grid-cols-1 gap-3">
      <h2 className="text-sm">Drafts</h2>
      <ol className="grid grid-cols-1 gap-3">
        {data.map((draft) => (
          <li key={draft.id} className="grid grid-cols-1 gap-2 rounded-md border border-line px-4 py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <bdi className="min-w-0 text-sm font-[600] wrap-anywhere">{draft.name}</bdi>
              <span className="min-w-0 flex-1 text-[0.8125rem] text-ink-muted max-sm:basis-full">
                {formatDateTime(draft.updated_at)}, on version {draft.base_version}
              </span>
            </div>
            {draft.note !== '' && (
              <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere">
                {draft.note}
              </p>
            )}
            {draft.changes.length === 0 ? (
              <p className="text-sm text-ink-muted">Everything in it is already in effect.</p>
            ) : (
              <ConfigChanges changes={draft.changes} />
            )}
            {draft.overlaps.length > 0 && (
              <Notice tone="warn">
                Changed since this draft was created; applying it would revert: {labelsOf(draft.overlaps)}.
              </Notice>
            )}
            <div className="flex flex-wrap gap-2">
              {draft.changes.length > 0 && (
                <>
                  <Button
                    size="sm"
                    aria-label={`Apply "${draft.name}"`}
                    onClick={() => setAsked({ draft, to: 'apply' })}
                  >
                    Apply
                  </Button>
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={`Test "${draft.name}" on your traffic`}
                    onClick={() => setTried(draft.id)}
                  >
                    Try on your traffic
                  </Button>
                </>
              )}
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Delete "${draft.name}"`}
                onClick={() => setAsked({ draft, to: 'delete' })}
              >
                Delete
              </Button>
            </div>
            {tried === draft.id && (
              <Suspense fallback={<Skeleton className="h-40" />}>
                <ReplayPanel domainName={domainId} change={changeOf(draft)} onClose={() => setTried(null)} />
              </Suspense>
            )}
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={asked !== null}
        title={asked?.to === 'delete' ? `Delete "${asked.draft.name}"?` : `Apply "${asked?.draft.name}"?`}
        confirmLabel={asked?.to === 'delete' ? 'Delete draft' : 'Apply draft'}
        confirmVariant={asked?.to === 'delete' ? 'danger' : 'primary'}
        busy={applying || deleting}
        onCancel={() => setAsked(null)}
        onConfirm={confirmed}
      >
        {asked?.to === 'delete'
          ? 'The current policy does not change.'
          : 'It takes effect for all visitors within seconds, and becomes a version you can roll back.'}
      </ConfirmDialog>
    </section>
  );
}

const changeOf = ({ originConfig, policyConfig }: PolicyDraft): object => ({ originConfig, policyConfig });

/** Labels of fields such as "policyConfig.custom_rules.<id>". */
function labelsOf(fields: readonly string[]): string {
  const names = fields.map((field) => {
    const name = field.split('.')[1] ?? field;
    return fieldNamed(name)?.label ?? name;
  });
  return [...new Set(names)].join(', ');
}
