import { CircleAlert, CircleCheck, CircleDashed, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DnsRecord } from '../../../shared/api/types.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { adviceOn } from './advice.ts';

interface StateStyle {
  label: string;
  tone: BadgeTone;
  Icon: typeof CircleCheck;
  ink: string;
}

const ownership: Record<DnsRecord['state'], StateStyle> = {
  ok: { label: 'Found', tone: 'ok', Icon: CircleCheck, ink: 'text-ok-text' },
  missing: { label: 'Not seen yet', tone: 'warn', Icon: CircleDashed, ink: 'text-warn-text' },
  wrong: { label: 'Not as expected', tone: 'danger', Icon: CircleAlert, ink: 'text-danger-text' },
  unreachable: { label: 'DNS does not answer', tone: 'danger', Icon: CloudOff, ink: 'text-danger-text' },
};

/** Traffic to the origin is no error, since every site begins like this. */
const traffic: Record<DnsRecord['state'], StateStyle> = {
  ...ownership,
  ok: { ...ownership.ok, label: 'Comes through Palisade' },
  missing: { ...ownership.missing, label: 'Points nowhere yet' },
  wrong: { label: 'Not through Palisade yet', tone: 'neutral', Icon: CircleDashed, ink: 'text-ink-faint' },
};

/** The rest repeats the surrounding text. */
const firstSentence = (message: string): string => `${message.split(/\.\s/)[0]?.replace(/\.$/, '')}.`;

/** One DNS record: found and expected values, and what to do. */
export function RecordCheck({ record, children }: { record: DnsRecord; children?: ReactNode }) {
  const { label, tone, Icon, ink } = (record.purpose === 'ownership' ? ownership : traffic)[record.state];
  const advice = adviceOn(record);
  const compared = record.state === 'wrong';
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 px-3 py-3 text-[0.8125rem]">
      <Icon aria-hidden="true" className={`mt-0.5 size-4.5 ${ink}`} />
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0 font-mono font-[600] wrap-anywhere">{record.name}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        {compared ? (
          <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5">
            <dt className="text-ink-faint">Found</dt>
            <dd className="font-mono wrap-anywhere">{record.found.join(', ')}</dd>
            {record.purpose === 'ownership' && (
              <>
                <dt className="text-ink-faint">Expected</dt>
                <dd className="font-mono wrap-anywhere">
                  {record.type} {record.value}
                </dd>
              </>
            )}
          </dl>
        ) : (
          record.state !== 'ok' && (
            <p className="wrap-anywhere text-ink-muted">{firstSentence(record.message)}</p>
          )
        )}
        {advice && <p className="wrap-anywhere text-ink-muted">{advice}</p>}
        {children}
      </div>
    </li>
  );
}
