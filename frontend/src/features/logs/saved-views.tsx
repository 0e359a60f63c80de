import { Bookmark, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { toast } from '../../shared/ui/toast.ts';
import { type SavedView, useSavedViews } from './use-saved-views.ts';

const NameDialog = lazy(() => import('./view-name-dialog.tsx'));

const chip = 'inline-flex max-w-full min-w-0 items-center rounded-full border border-line text-[0.8125rem]';

/** Whether exports show is nothing that the log is filtered by. */
function queryOf(parameters: URLSearchParams): string {
  const filters = new URLSearchParams(parameters);
  filters.delete('exports');
  return filters.toString();
}

/** Named filters of the log, and saving the current one. */
export default function SavedViews() {
  const [parameters] = useSearchParams();
  const { views, isFull, save, remove } = useSavedViews();
  const [naming, setNaming] = useState(false);
  const query = queryOf(parameters);
  const isSaved = views.some((view) => view.query === query);
  const canSave = query !== '' && !isSaved && !isFull;
  if (views.length === 0 && !canSave) return null;

  const removeWithUndo = (view: SavedView) => {
    remove(view.name);
    toast.undo(`View ${view.name} removed`, () => save(view));
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 sm:px-5">
      {views.length > 0 && (
        <ul aria-label="Saved views" className="contents">
          {views.map((view) => (
            <li
              key={view.name}
              className={`${chip} pl-3 ${view.query === query ? 'border-brand bg-brand-soft text-brand-text' : ''}`}
            >
              <Link
                to={`${paths.logs}?${view.query}`}
                aria-current={view.query === query || undefined}
                className="min-h-7 truncate leading-7 hover:underline"
              >
                <bdi>{view.name}</bdi>
              </Link>
              <button
                type="button"
                aria-label={`Remove view ${view.name}`}
                onClick={() => removeWithUndo(view)}
                className="ml-1 grid size-7 shrink-0 place-items-center rounded-full hover:bg-sunken"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {canSave && (
        <button
          type="button"
          onClick={() => setNaming(true)}
          className={`${chip} min-h-7 gap-1.5 border-dashed px-3 text-ink-muted hover:text-ink`}
        >
          <Bookmark aria-hidden="true" className="size-3.5" />
          Save this view
        </button>
      )}
      {naming && (
        <Suspense>
          <NameDialog
            taken={views.map(({ name }) => name)}
            onSave={(name) => {
              save({ name, query });
              setNaming(false);
            }}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
