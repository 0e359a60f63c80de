import fc from 'fast-check';
import { logBatch, record, utf8 } from '../../test/records.ts';
import { readLogBatch } from './log-batch.ts';
import { sitesThatRecord } from './recorded-requests.service.ts';

/** Looks like the beginning of a recording, but is none. */
const ALIKE = String.fromCharCode(0xc2, 0x02);

describe('the sites of a batch whose requests are recorded', () => {
  it('are found among others, whatever their bytes look like', () => {
    const someRecord = fc.record({
      siteId: fc.constantFrom('one', 'two', 'three'),
      target: fc.constantFrom('/', `/${ALIKE}`, ALIKE),
      isRecorded: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.array(someRecord, { maxLength: 12 }), { maxLength: 3 }), (batches) => {
        const read = batches.map((records) =>
          readLogBatch(
            logBatch(
              records.map(({ siteId, target, isRecorded }) =>
                record({
                  siteId,
                  target: Uint8Array.from(Buffer.from(target, 'latin1')),
                  ...(isRecorded && { recorded: utf8(ALIKE), recordedQuota: 5 }),
                }),
              ),
            ).payload as Uint8Array,
          ),
        );
        const expected = batches.flat().flatMap(({ siteId, isRecorded }) => (isRecorded ? [siteId] : []));
        expect([...sitesThatRecord(read)]).toEqual(expected);
      }),
    );
  });
});
