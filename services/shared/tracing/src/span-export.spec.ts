import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { beginExport, MAX_QUEUED_SPANS } from './span-export.ts';

/** A collector whose responses are released by the test. */
class SlowCollector implements SpanExporter {
  readonly taken: ReadableSpan[] = [];
  private readonly answers: (() => void)[] = [];
  private code: ExportResultCode | null = null;

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    const answer = () => {
      if (this.code === ExportResultCode.SUCCESS) this.taken.push(...spans);
      done({ code: this.code ?? ExportResultCode.FAILED });
    };
    if (this.code === null) this.answers.push(answer);
    else answer();
  }

  answer(code: ExportResultCode): void {
    this.code = code;
    for (const answer of this.answers.splice(0)) answer();
  }

  async shutdown(): Promise<void> {
    this.answers.length = 0;
  }
}

describe('the way of spans to the collector', () => {
  const collector = new SlowCollector();
  const spans = beginExport('palisade-test', 'one', collector);
  const make = (count: number) => {
    for (let index = 0; index < count; index++) spans.tracer.startSpan(`span ${index}`).end();
  };

  it('holds a bounded number, counts what it drops, and what the collector did with the rest', async () => {
    // The first batch is on its way, and a full queue behind it.
    make(512);
    make(MAX_QUEUED_SPANS);
    expect(spans.counts).toEqual({ exported: 0, failed: 0, dropped: 0 });
    make(100);
    expect(spans.counts).toEqual({ exported: 0, failed: 0, dropped: 100 });
    collector.answer(ExportResultCode.SUCCESS);
    await spans.shutdown();
    expect(spans.counts).toEqual({ exported: 512 + MAX_QUEUED_SPANS, failed: 0, dropped: 100 });
    expect(collector.taken).toHaveLength(512 + MAX_QUEUED_SPANS);
  });

  it('counts what the collector refuses', async () => {
    const refusing = new SlowCollector();
    const refused = beginExport('palisade-test', 'two', refusing);
    refusing.answer(ExportResultCode.FAILED);
    refused.tracer.startSpan('refused').end();
    await refused.shutdown().catch(() => undefined);
    expect(refused.counts).toEqual({ exported: 0, failed: 1, dropped: 0 });
  });
});
