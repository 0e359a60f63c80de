interface DnsRecordProps {
  name: string;
  target: string;
}

/** A CNAME record as DNS providers ask for it. */
export function DnsRecord({ name, target }: DnsRecordProps) {
  const parts = [
    ['Type', 'CNAME'],
    ['Name', name],
    ['Target', target],
    ['TTL', '300'],
  ] as const;
  return (
    <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 rounded-lg border border-line bg-sunken px-5 py-4 font-mono text-[0.8125rem]">
      {parts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-faint">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
