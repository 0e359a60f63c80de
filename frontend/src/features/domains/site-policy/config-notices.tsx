import type { useGetSitePolicyQuery } from '../../../entities/domain/domains-api.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import type { useSaveConfig } from './use-save-config.ts';

interface ConfigNoticesProps {
  /** Whether loading failed. */
  failed: boolean;
  refetch: ReturnType<typeof useGetSitePolicyQuery>['refetch'];
  saving: ReturnType<typeof useSaveConfig>;
}

/** Reasons why the configuration cannot be saved: not loaded, or changed by somebody else. */
export function ConfigNotices({
  failed,
  refetch,
  saving: { conflict, forgetConflict, save, saving },
}: ConfigNoticesProps) {
  return (
    <>
      {failed && (
        <Notice tone="warn" className="mb-4" title="The saved configuration is not loaded yet">
          Defaults are shown; saving is possible once it is loaded.{' '}
          <button type="button" className="link" onClick={refetch}>
            Try again
          </button>
        </Notice>
      )}
      {conflict && (
        <Notice tone="warn" role="alert" className="mb-4" title="Somebody else has saved in the meantime">
          <p>{conflict.message}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              size="sm"
              onClick={() => {
                forgetConflict();
                refetch();
              }}
            >
              Load theirs
            </Button>
            <Button
              size="sm"
              variant="secondary"
              busy={saving}
              onClick={async () => {
                const { data: newest } = await refetch();
                if (newest) save(conflict.part, newest.version);
              }}
            >
              Save mine over it
            </Button>
          </div>
          <p className="mt-2 text-[0.8125rem]">You can undo either of them under History.</p>
        </Notice>
      )}
    </>
  );
}
