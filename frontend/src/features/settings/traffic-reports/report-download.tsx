import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { DomainSelect } from '../../../entities/domain/domain-select.tsx';
import { useDownload } from '../../../entities/session/use-download.ts';
import type { Domain } from '../../../shared/api/types.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Select } from '../../../shared/ui/input.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { type Period, pastPeriods } from './past-periods.ts';
import { reportFilePath } from './traffic-reports-api.ts';

const PERIODS = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;

/** The report of any week or month that is over, as a PDF. */
export function ReportDownload({
  domains,
  firstDay,
}: {
  domains: readonly Domain[];
  firstDay: string | null;
}) {
  const [period, setPeriod] = useState<Period>('week');
  const [wanted, setWanted] = useState('');
  const [domain, setDomain] = useState('');
  const { download, busy } = useDownload();
  const offered = pastPeriods(period, firstDay, Date.now());
  const from = offered.find((one) => one.from === wanted)?.from ?? offered[0]?.from;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Segmented label="Period of the report" value={period} options={PERIODS} onChange={setPeriod} />
      <Field label="Which one" hideLabel className="w-full sm:w-60">
        <Select value={from ?? ''} onChange={(event) => setWanted(event.target.value)}>
          {from === undefined && <option value="">None is over yet</option>}
          {offered.map((one) => (
            <option key={one.from} value={one.from}>
              {one.label}
            </option>
          ))}
        </Select>
      </Field>
      <DomainSelect domains={domains} value={domain} onChange={setDomain} />
      <Button
        variant="secondary"
        busy={busy}
        disabled={from === undefined}
        icon={<FileDown className="size-4" />}
        onClick={() =>
          from !== undefined &&
          download(
            reportFilePath(period, from, domain),
            `report-${period}-${from}.pdf`,
            'Failed to make the report',
          )
        }
      >
        Download PDF
      </Button>
    </div>
  );
}
