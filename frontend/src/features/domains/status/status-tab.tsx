import { useStatusPageQuery } from '../../../entities/status-page/status-api.ts';
import { StatusView } from '../../../entities/status-page/status-view.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { IncidentsCard } from './incidents-card.tsx';
import { PageForm } from './page-form.tsx';

/** A site's public status page. */
export default function StatusTab({ domainName }: { domainName: string }) {
  const query = useStatusPageQuery({ domain: domainName });
  const { data: page } = query;
  return (
    <div className="grid max-w-[64rem] gap-4">
      <QueryState
        query={query}
        failure="The status page could not be loaded"
        skeleton={<Skeleton className="h-96" />}
      >
        {page && (
          <>
            <PageForm key={page.slug} domainName={domainName} page={page} />
            <IncidentsCard domainName={domainName} page={page} />
            <Card>
              <CardHeader
                title="Preview"
                description={
                  page.is_on ? 'What visitors see now.' : 'What visitors would see if it were public.'
                }
              />
              <CardBody>
                <div className="rounded-lg border border-line bg-sunken p-3 sm:p-5">
                  <div className="rounded-lg border border-line bg-raised p-4 sm:p-6">
                    <StatusView status={page.preview} heading="h3" />
                  </div>
                </div>
              </CardBody>
            </Card>
          </>
        )}
      </QueryState>
    </div>
  );
}
