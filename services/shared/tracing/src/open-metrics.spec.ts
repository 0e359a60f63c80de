import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Exemplars, toOpenMetrics, wantsOpenMetrics } from './open-metrics.ts';

const exemplar = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), value: 0.043, atMs: 1_764_000_000_123 };

describe('metrics in OpenMetrics’ format', () => {
  const registry = new Registry();
  const registers = [registry];
  registry.setDefaultLabels({ node: 'n "1"' });
  new Counter({ name: 'things_total', help: 'Things', registers }).inc(3);
  new Counter({ name: 'odd', help: 'A counter with no such end', registers }).inc();
  new Gauge({ name: 'level', help: 'Level', registers }).set(2);
  const labelNames = ['route', 'method'];
  const waits = new Histogram({
    name: 'wait_seconds',
    help: 'Waits',
    labelNames,
    buckets: [0.05, 1],
    registers,
  });
  waits.observe({ route: '/a', method: 'GET' }, 0.043);
  const exemplars = new Exemplars();
  exemplars.keep('wait_seconds', '0.05', { method: 'GET', node: 'n "1"', route: '/a' }, exemplar);

  it('have counters described without their end, exemplars at their bucket alone, and an end', async () => {
    const text = await registry.metrics();
    const open = toOpenMetrics(text, exemplars);
    expect(open).toContain('# TYPE things counter\n');
    expect(open).toContain('# HELP things Things\n');
    expect(open).toMatch(/^things_total\{node="n \\"1\\""\} 3$/m);
    expect(open).toContain('# TYPE odd unknown\n');
    expect(open).toContain('# TYPE level gauge\n');
    const withExemplars = open.split('\n').filter((line) => line.includes(' # {'));
    expect(withExemplars).toEqual([
      `wait_seconds_bucket{le="0.05",node="n \\"1\\"",route="/a",method="GET"} 1 # {trace_id="${exemplar.traceId}",span_id="${exemplar.spanId}"} 0.043 1764000000.123`,
    ]);
    expect(open.endsWith('\n# EOF\n')).toBe(true);
    expect(open).not.toContain('\n\n');
    // The other format is as it was.
    expect(await registry.metrics()).toBe(text);
  });

  it.each([
    [undefined, false],
    ['text/plain;version=0.0.4;q=0.5,*/*;q=0.1', false],
    ['application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3', true],
  ])('are for those who ask for them: %s', (accept, wanted) => {
    expect(wantsOpenMetrics(accept)).toBe(wanted);
  });
});
