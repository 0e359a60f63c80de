import { useState } from 'react';
import { useListDomainsQuery } from '../../../entities/domain/domains-api.ts';
import type { Domain } from '../../../shared/api/types.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { QueryState } from '../../../shared/ui/query-state.tsx';
import { Checkbox, SwitchRow } from '../../../shared/ui/switch.tsx';
import { ReportBrand } from './report-brand.tsx';
import { ReportDownload } from './report-download.tsx';
import {
  type ReportSettings,
  useGetReportSettingsQuery,
  useUpdateReportSettingsMutation,
} from './traffic-reports-api.ts';

type Choices = Omit<ReportSettings, 'may_brand' | 'max_sites' | 'first_day'>;

const toggles = [
  { key: 'weekly', label: 'Every week', description: 'On Monday morning, of the week before.' },
  { key: 'monthly', label: 'Every month', description: 'On the first, of the month before.' },
  { key: 'with_pdf', label: 'With the PDF', description: 'Two pages with charts come with the mail.' },
  { key: 'together', label: 'All sites in one report', description: 'What they had together.' },
] as const;

/** Which reports are mailed, under which brand, and those of the past as files. */
export function TrafficReportsCard() {
  const query = useGetReportSettingsQuery();
  const { data: domains = [] } = useListDomainsQuery();
  const [save, { isLoading }] = useUpdateReportSettingsMutation();
  const [changed, setChanged] = useState<Partial<Choices>>({});
  const change = (more: Partial<Choices>) => setChanged((before) => ({ ...before, ...more }));

  const submit = async ({
    may_brand: _may,
    max_sites: _most,
    first_day: _first,
    ...stored
  }: ReportSettings) => {
    const { logo, ...choices } = { ...stored, ...changed };
    const owned = new Set(domains.map(({ id }) => id));
    const change = {
      ...choices,
      // A removed site has no reports.
      site_ids: choices.site_ids.filter((id) => owned.has(id)),
      ...('logo' in changed && { logo: logo?.replace(/^data:[^,]*,/, '') ?? null }),
    };
    const saved = await attempt(save({ reportSettingsChange: change }).unwrap(), {
      success: 'Report settings updated',
      failure: 'Failed to update report settings',
    });
    if (saved) setChanged({});
  };

  return (
    <Card className="mt-6 max-w-4xl">
      <CardHeader
        title="Reports"
        description="What your sites had, and what changed against the period before. The switch for mails above stops all of them."
      />
      <CardBody>
        <QueryState query={query} failure="Failed to load the report settings">
          {query.data && (
            <ReportsForm
              settings={{ ...query.data, ...changed }}
              domains={domains}
              onChange={change}
              busy={isLoading}
              onSave={() => void submit(query.data!)}
            />
          )}
        </QueryState>
      </CardBody>
    </Card>
  );
}

interface ReportsFormProps {
  settings: ReportSettings;
  domains: readonly Domain[];
  onChange: (change: Partial<Choices>) => void;
  busy: boolean;
  onSave: () => void;
}

function ReportsForm({ settings, domains, onChange, busy, onSave }: ReportsFormProps) {
  const chosen = new Set(settings.site_ids);
  const toggleSite = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChange({ site_ids: [...next] });
  };
  const isFull = chosen.size >= settings.max_sites;
  return (
    <>
      <div className="divide-y divide-line border-y border-line">
        {toggles.map(({ key, label, description }) => (
          <SwitchRow
            key={key}
            label={label}
            description={description}
            checked={settings[key]}
            onCheckedChange={(checked) => onChange({ [key]: checked })}
          />
        ))}
      </div>
      {domains.length > 1 && (
        <fieldset className="mt-5">
          <legend className="mb-2 text-sm font-[560]">
            Sites with a report of their own (at most {settings.max_sites})
          </legend>
          <div className="-m-1 grid max-h-60 grid-cols-1 gap-x-6 gap-y-1 overflow-y-auto p-1 sm:grid-cols-2">
            {domains.map(({ id, domain_name }) => (
              <Checkbox
                key={id}
                label={domain_name}
                checked={chosen.has(id)}
                disabled={isFull && !chosen.has(id)}
                onCheckedChange={(checked) => toggleSite(id, checked)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <div className="mt-5">
        <ReportBrand brand={settings} mayBrand={settings.may_brand} onChange={onChange} />
      </div>
      <Button className="mt-5" busy={busy} onClick={onSave}>
        Save Reports
      </Button>
      <h3 className="mt-8 mb-3 text-sm font-[560]">A report of the past</h3>
      <ReportDownload domains={domains} firstDay={settings.first_day} />
    </>
  );
}
