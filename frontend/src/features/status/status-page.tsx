import { Rss } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { usePublicStatusQuery } from '../../entities/status-page/status-api.ts';
import { StatusView } from '../../entities/status-page/status-view.tsx';
import { messageOf, toProblem } from '../../shared/lib/problem.ts';
import { Card } from '../../shared/ui/card.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';

/** A site's page for the public: without a session, and with nothing of the dashboard's around it. */
export function StatusPage() {
  const { slug = '' } = useParams();
  const { data, error, refetch } = usePublicStatusQuery(slug);
  const feed = `/api/status/${encodeURIComponent(slug)}/feed`;
  return (
    <main className="mx-auto grid w-full max-w-3xl gap-4 px-4 py-8 sm:py-14">
      <meta name="robots" content="noindex" />
      <Card className="p-5 sm:p-8">
        {data ? (
          <StatusView status={data} heading="h1" />
        ) : error ? (
          toProblem(error).code === 'status_page_not_found' ? (
            <div className="grid gap-2 py-12 text-center">
              <h1 className="text-lg">There is no status page here</h1>
              <p className="text-sm text-ink-muted">It may have moved, or was switched off.</p>
            </div>
          ) : (
            <ErrorState message={messageOf(error, 'The page could not be read')} onRetry={refetch} />
          )
        ) : (
          <Skeleton className="h-80" />
        )}
      </Card>
      {data && (
        <>
          <link rel="alternate" type="application/atom+xml" href={feed} title={data.name} />
          <p className="flex flex-wrap justify-end gap-4 text-sm">
            <a className="link inline-flex items-center gap-1.5" href={feed}>
              <Rss aria-hidden="true" className="size-3.5" />
              Feed of incidents
            </a>
            <a className="link" href={`/api/status/${encodeURIComponent(slug)}`}>
              As JSON
            </a>
          </p>
        </>
      )}
    </main>
  );
}
