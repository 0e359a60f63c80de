import { CopyButton } from '../../shared/ui/copy-button.tsx';

interface DnsRecordProps {
  record: { type: string; name: string; target: string };
}

/** A DNS record, each part with its copy button. */
export function DnsRecord({ record }: DnsRecordProps) {
  const parts = [
    { label: 'Type', value: record.type },
    { label: 'Name', value: record.name },
    { label: 'Target', value: record.target },
  ];
  return (
    <dl className="divide-y divide-line overflow-hidden rounded-md border border-line bg-sunken">
      {parts.map(({ label, value }) => (
        <div key={label} className="flex items-center gap-3 py-1 pr-1.5 pl-3">
          <dt className="w-14 shrink-0 text-xs text-ink-faint">{label}</dt>
          <dd className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">{value}</dd>
          <dd>
            <CopyButton value={value} label={label.toLowerCase()} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
