import { Download, Printer } from 'lucide-react';
import { DomainSelect } from '../../entities/domain/domain-select.tsx';
import { useListDomainsQuery } from '../../entities/domain/domains-api.ts';
import { useDownload } from '../../entities/session/use-download.ts';
import { TrafficView, usePeriod } from '../../entities/traffic/traffic-view.tsx';
import { useSearchState } from '../../shared/hooks/use-search-state.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';

export function AnalyticsPage() {
  const [domain, setDomain] = useSearchState('domain', '');
  const { range, timeRange } = usePeriod();
  const { data: domains = [] } = useListDomainsQuery();
  const { download, busy } = useDownload();

  const exportCsv = () => {
    const query = new URLSearchParams({
      ...(timeRange ?? { days: String(range.days) }),
      ...(domain && { domain }),
    });
    const name = `palisade-${domain || 'all-domains'}-${new Date().toISOString().slice(0, 10)}.csv`;
    download(`/api/dashboard/logs/export?${query}`, name, 'Failed to export the logs');
  };

  return (
    <>
      <PageHeader
        title="Analytics & Reports"
        subtitle="Where traffic comes from, and what attacks it contains."
        actions={
          <>
            {domains.length > 0 && <DomainSelect domains={domains} value={domain} onChange={setDomain} />}
            <Button
              variant="secondary"
              className="max-sm:flex-1 print:hidden"
              icon={<Printer className="size-4" />}
              onClick={() => window.print()}
            >
              Print
            </Button>
            <Button
              variant="secondary"
              className="max-sm:flex-1 print:hidden"
              icon={<Download className="size-4" />}
              busy={busy}
              onClick={exportCsv}
            >
              Export CSV
            </Button>
          </>
        }
      />
      <TrafficView domains={domains} domain={domain} />
    </>
  );
}
