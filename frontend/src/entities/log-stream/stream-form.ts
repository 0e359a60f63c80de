import type { LogStream } from '../../shared/api/types.ts';
import type { NewStream } from './stream-calls.ts';
import { STREAM_KINDS } from './stream-words.ts';

/** The form's values; numbers as text. */
export interface StreamForm {
  domain: string;
  name: string;
  kind: LogStream['kind'];
  target: Record<string, string>;
  format: LogStream['format'];
  actions: string[];
  threats: string[];
  sample_percent: string;
}

/** @param domain where a new one begins */
export const formOf = (stream: LogStream | null, domain: string): StreamForm => ({
  domain,
  name: stream?.name ?? '',
  kind: stream?.kind ?? 'http',
  target: {},
  format: stream?.format ?? 'raw',
  actions: stream?.filter.actions ?? [],
  threats: stream?.filter.threats ?? [],
  sample_percent: String(stream?.sample_percent ?? 100),
});

/** As the calls have it: fields that are left empty are left out. */
export function streamOf({ target, actions, threats, sample_percent, ...rest }: StreamForm): NewStream {
  const entered = STREAM_KINDS[rest.kind].fields
    .map(({ name }) => [name, (target[name] ?? '').trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    ...rest,
    target: Object.fromEntries(entered),
    filter: { actions, threats } as NewStream['filter'],
    // Many write 12,5; what is no number is refused by the server, at its field.
    sample_percent: Number(sample_percent.trim().replace(',', '.')),
  };
}
