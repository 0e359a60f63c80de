/** A measured value with the trace that it came from. */
export interface Exemplar {
  traceId: string;
  spanId: string;
  /** In the unit of its metric. */
  value: number;
  atMs: number;
}

export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Prometheus's default. */
export const wantsOpenMetrics = (accept: string | undefined): boolean =>
  accept?.includes('application/openmetrics-text') === true;

const LABEL = /(?<!\w)[a-zA-Z_]\w*="(?:[^"\\]|\\.)*"/g;

/** The last exemplar of each bucket of histograms: as many as there are buckets, whatever is observed. */
export class Exemplars {
  private readonly kept = new Map<string, Exemplar>();

  /** @param le the bucket's bound as it is written */
  keep(metric: string, le: string, labels: Readonly<Record<string, string>>, exemplar: Exemplar): void {
    const pairs = Object.entries({ le, ...labels }).map(([name, value]) => `${name}="${escaped(value)}"`);
    this.kept.set(keyOf(`${metric}_bucket`, pairs), exemplar);
  }

  /** @param series name and labels of a line of the text format */
  of(series: string): Exemplar | undefined {
    if (this.kept.size === 0) return undefined;
    const open = series.indexOf('{');
    return this.kept.get(keyOf(series.slice(0, open), series.slice(open).match(LABEL) ?? []));
  }
}

const keyOf = (name: string, pairs: string[]): string => `${name}{${pairs.sort().join(',')}}`;

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

/**
 * What prom-client has written in Prometheus' text format, in OpenMetrics': the one that has exemplars. prom-client's own
 * renames counters for good when it writes it, so that a process could answer in one of the two only.
 */
export function toOpenMetrics(text: string, exemplars: Pick<Exemplars, 'of'>): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const counters = new Set(lines.flatMap((line) => /^# TYPE (\w+_total) counter$/.exec(line)?.[1] ?? []));
  const written = lines.map((line) => {
    if (line.startsWith('# ')) return describing(line, counters);
    return line.includes('_bucket{') ? withExemplar(line, exemplars) : line;
  });
  return `${written.join('\n')}\n# EOF\n`;
}

/** A counter is described without the end that its samples have; one whose samples lack it is no counter there. */
function describing(line: string, counters: ReadonlySet<string>): string {
  const [hash, what, name = '', ...rest] = line.split(' ');
  if (counters.has(name)) return [hash, what, name.slice(0, -'_total'.length), ...rest].join(' ');
  return what === 'TYPE' && rest[0] === 'counter' ? `# TYPE ${name} unknown` : line;
}

function withExemplar(line: string, exemplars: Pick<Exemplars, 'of'>): string {
  const exemplar = exemplars.of(line.slice(0, line.lastIndexOf(' ')));
  if (exemplar === undefined) return line;
  const { traceId, spanId, value, atMs } = exemplar;
  return `${line} # {trace_id="${traceId}",span_id="${spanId}"} ${value} ${(atMs / 1_000).toFixed(3)}`;
}
