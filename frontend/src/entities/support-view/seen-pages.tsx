import { formatTime } from '../../shared/lib/format.ts';
import { pagesSeen } from './support-view-words.ts';
import type { SupportView } from './support-views-api.ts';

/** The pages viewed in a support view, collapsed by default. */
export function SeenPages({ looks, looks_total: total }: Pick<SupportView, 'looks' | 'looks_total'>) {
  const pages = pagesSeen(looks);
  if (pages.length === 0) return null;
  return (
    <details className="mt-1 text-[0.8125rem]">
      <summary className="link inline-flex min-h-6 cursor-pointer items-center">
        {pages.length === 1 ? '1 page viewed' : `${pages.length} pages viewed`}
      </summary>
      <ul className="mt-1 grid gap-1">
        {pages.map(({ page, firstAt, lastAt }) => {
          const [from, to] = [formatTime(firstAt), formatTime(lastAt)];
          return (
            <li key={page} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">{page}</span>
              <span className="text-ink-muted">{from === to ? from : `${from} to ${to}`}</span>
            </li>
          );
        })}
        {total > looks.length && (
          <li className="text-ink-muted">
            The latest {looks.length} of {total} calls; the audit log lists all of them.
          </li>
        )}
      </ul>
    </details>
  );
}
