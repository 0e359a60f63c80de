import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import type { DnsProvider } from './providers.ts';
import { nameInZone, zoneOf } from './zone.ts';

interface RecordToAdd {
  type: string;
  name: string;
  target: string;
}

interface DnsRecordProps {
  record: RecordToAdd;
  /** The provider whose form is used: its field names and format are shown. */
  provider?: DnsProvider;
}

/** A DNS record, each part with its copy button. */
export function DnsRecord({ record, provider }: DnsRecordProps) {
  const zone = zoneOf(record.name);
  const isText = record.type === 'TXT';
  const parts = [
    { label: 'Type', value: record.type },
    {
      label: provider?.labels.name ?? 'Name',
      value: provider?.addsZone ? nameInZone(record.name, zone) : record.name,
      behind: provider?.addsZone ? `.${zone}` : undefined,
    },
    {
      label: isText ? 'Value' : (provider?.labels.target ?? 'Target'),
      value: provider?.wantsFinalDot && !isText ? `${record.target}.` : record.target,
    },
  ];
  const wide = parts.some(({ label }) => label.length > 6);
  return (
    <dl className="divide-y divide-line overflow-hidden rounded-md border border-line bg-sunken">
      {parts.map(({ label, value, behind }) => (
        <div key={label} className="flex items-center gap-3 py-1 pr-1.5 pl-3">
          <dt className={`${wide ? 'w-24' : 'w-14'} shrink-0 text-xs text-ink-faint`}>{label}</dt>
          <dd className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">
            {value}
            {behind && value !== '@' && (
              <span className="text-ink-faint select-none" aria-hidden="true">
                {behind}
              </span>
            )}
          </dd>
          <dd>
            <CopyButton value={value} label={label.toLowerCase()} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
