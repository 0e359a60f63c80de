import { Card } from '../../../../shared/ui/card.tsx';
import { KeptDataTable } from './kept-data.tsx';
import { VisitorDataForm } from './visitor-data.tsx';

/** Data about a site's visitors, and their deletion on request. */
export default function StoredData({ domainName }: { domainName: string }) {
  return (
    <div className="mt-4 grid max-w-[64rem] gap-4">
      <Card className="p-4 sm:p-5">
        <h2 className="mb-1 text-base">Data of one visitor</h2>
        <p className="mb-4 text-sm text-ink-muted">
          For requests for access or erasure of personal data. An edge that was disconnected delivers its
          records later: check again then.
        </p>
        <VisitorDataForm domainName={domainName} />
      </Card>
      <Card className="overflow-hidden">
        <div className="p-4 sm:p-5">
          <h2 className="mb-1 text-base">What is stored, and for how long</h2>
          <p className="text-sm text-ink-muted">Under your plan, for every visitor of this site.</p>
        </div>
        <KeptDataTable />
      </Card>
    </div>
  );
}
