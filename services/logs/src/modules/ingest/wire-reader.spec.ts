import fc from 'fast-check';
import { logBatch, record, utf8 } from '../../test/records.ts';
import { readLogBatch, recordCount } from './log-batch.ts';
import { FIELD, RecordView } from './record-view.ts';

const payloadOf = (...args: Parameters<typeof logBatch>) => logBatch(...args).payload as Uint8Array;

describe('reading batches in place', () => {
  it('finds what the generated code wrote', () => {
    const one = record({
      siteId: 'site',
      target: utf8('/ä?q=1'),
      responseBytes: 5_000_000_000n,
      receivedAtMs: 1_790_000_000_123n,
      configVersion: 9n,
    });
    const batch = readLogBatch(
      payloadOf([one, record({})], { nodeId: 'n', segmentId: 's', firstIndex: 70_000, last: true }),
    );
    expect(batch).toMatchObject({ nodeId: 'n', segmentId: 's', firstIndex: 70_000, last: true });
    expect(recordCount(batch)).toBe(2);
    const view = new RecordView();
    view.read(batch.bytes, batch.ranges[0]!, batch.ranges[1]!);
    expect(view.latin1(FIELD.siteId)).toBe('site');
    expect(view.latin1(FIELD.requestId)).toBe(one.requestId);
    expect(view.bytes.subarray(view.from[FIELD.target], view.to[FIELD.target]).toString()).toBe('/ä?q=1');
    expect(view.value[FIELD.responseBytes]).toBe(5_000_000_000);
    expect(view.value[FIELD.receivedAtMs]).toBe(1_790_000_000_123);
    expect(view.value[FIELD.configVersion]).toBe(9);
  });

  it('forgets one record before it reads the next', () => {
    const batch = readLogBatch(payloadOf([record({ city: 'Köln', asn: 5 }), record({ country: '' })]));
    const view = new RecordView();
    view.read(batch.bytes, batch.ranges[0]!, batch.ranges[1]!);
    view.read(batch.bytes, batch.ranges[2]!, batch.ranges[3]!);
    expect([view.isEmpty(FIELD.city), view.isEmpty(FIELD.country), view.value[FIELD.asn]]).toEqual([
      true,
      true,
      0,
    ]);
  });

  it('refuses a batch that names no node', () => {
    expect(() => readLogBatch(payloadOf([], { nodeId: '' }))).toThrow(RangeError);
  });

  it('says so when bytes are no batch, and never anything else', () => {
    const view = new RecordView();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const read of [
          () => readLogBatch(bytes),
          () => view.read(Buffer.from(bytes), 0, bytes.length),
        ]) {
          try {
            read();
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('survives any damage to a real batch', () => {
    const whole = payloadOf([record({ siteId: 'a' }), record({ siteId: 'b' })]);
    const view = new RecordView();
    fc.assert(
      fc.property(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 }), (at, byte) => {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        try {
          const batch = readLogBatch(damaged);
          for (let i = 0; i < batch.ranges.length; i += 2)
            view.read(batch.bytes, batch.ranges[i]!, batch.ranges[i + 1]!);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
