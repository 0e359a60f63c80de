import { type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { ConfigTracer } from './config-tracer.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

/** Records calls of OpenTelemetry's tracer. */
function recorded() {
  const asked: unknown[] = [];
  const span = {
    setAttribute: (name: string, value: string) => asked.push({ [name]: value }),
    setStatus: (status: object) => asked.push(status),
    end: () => asked.push('end'),
  };
  const startSpan: Tracer['startSpan'] = (name, options, context) => {
    const { traceId, spanId } = trace.getSpanContext(context!)!;
    asked.push({ name, attributes: options?.attributes, traceId, spanId });
    return span as unknown as Span;
  };
  return { asked, tracer: new ConfigTracer({ startSpan } as Tracer) };
}

describe('a config that a node takes over', () => {
  const begun = {
    name: 'take site config',
    attributes: { 'palisade.site.id': 'site-1' },
    traceId: TRACE,
    spanId: SPAN,
  };

  it('is a span under what published it', () => {
    const { asked, tracer } = recorded();
    expect(tracer.taking('site-1', `00-${TRACE}-${SPAN}-01`, () => 7n)).toBe(7n);
    expect(asked).toEqual([begun, { 'palisade.config.version': '7' }, 'end']);
  });

  it('is a failed one where it was refused and nothing is held', () => {
    const { asked, tracer } = recorded();
    expect(tracer.taking('site-1', `00-${TRACE}-${SPAN}-01`, () => null)).toBeNull();
    expect(asked).toEqual([begun, { code: SpanStatusCode.ERROR }, 'end']);
  });

  it.each(['', 'no trace', `00-${TRACE}-${SPAN}-00`])(
    'is none where nobody samples it: %j',
    (traceparent) => {
      const { asked, tracer } = recorded();
      expect(tracer.taking('site-1', traceparent, () => 7n)).toBe(7n);
      expect(asked).toEqual([]);
    },
  );
});
