import { newEventSettings, silentLogger } from '@palisade/testing';
import { changed } from '../conformance/harness.ts';
import type { ReceivedEvent, Registrations } from '../contract/bus.ts';
import { TransientError } from '../contract/errors.ts';
import { partitionOf } from '../contract/partition.ts';
import { encodeEvent } from '../envelope/event-codec.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { EventSigner } from '../envelope/event-signer.ts';
import { EventVerifier } from '../envelope/event-verifier.ts';
import { type DeadRecord, Delivery, type DeliverySink, type StoredRecord } from './delivery.ts';

const keys = readEventKeys(newEventSettings()('domains'));
const signer = new EventSigner('domains', keys.signing);
const verifier = new EventVerifier(keys);
const partition = partitionOf('domains', 'key');
const retry = { maxAttempts: 3, firstDelayMs: 0, maxDelayMs: 0 };

function stored(seq: number): StoredRecord {
  return {
    position: { topic: 'domains', partition, offset: `${seq}-0` },
    envelope: encodeEvent(changed('key', seq), signer).envelope,
  };
}
const garbage = (seq: number): StoredRecord => ({ ...stored(seq), envelope: Uint8Array.of(0xff) });

class RecordingSink implements DeliverySink {
  readonly log: string[] = [];
  readonly dead: DeadRecord[] = [];
  owned = true;

  async mayProceed() {
    return this.owned;
  }
  advance({ position }: StoredRecord) {
    this.log.push(`done ${position.offset}`);
  }
  async flush() {
    this.log.push('flush');
    return this.owned;
  }
  async deadLetter(dead: DeadRecord) {
    this.dead.push(dead);
    this.log.push(`dead ${dead.record.position.offset}`);
    return this.owned;
  }
}

type Changed = ReceivedEvent<'domains.domain_changed.v1'>;
const seqOf = (event: Changed) => Number(event.payload.configVersion);

async function deliver(
  registrations: Registrations,
  records: StoredRecord[],
  { careful = false, sink = new RecordingSink(), abort = new AbortController() } = {},
) {
  const delivery = new Delivery({ registrations, verifier, retry, logger: silentLogger });
  const context = { group: 'g', topic: 'domains', partition: 0, signal: abort.signal } as const;
  return { complete: await delivery.deliver(records, context, sink, careful), sink };
}

const batch = (maxEvents: number, handle: (seqs: number[]) => Promise<void> | void): Registrations => ({
  'domains.domain_changed.v1': {
    mode: 'batch',
    maxEvents,
    handle: async (events) => handle(events.map(seqOf)),
  },
});
const single = (handle: (event: Changed) => Promise<void> | void): Registrations => ({
  'domains.domain_changed.v1': { mode: 'single', handle: async (event) => handle(event) },
});

describe('delivery', () => {
  it('acknowledges in order and never past what is not done with', async () => {
    const { sink, complete } = await deliver(
      single((event) => {
        if (seqOf(event) === 2) throw new Error('bad');
      }),
      [stored(1), stored(2), garbage(3), stored(4)],
    );
    expect(complete).toBe(true);
    expect(sink.log).toEqual(['done 1-0', 'dead 2-0', 'dead 3-0', 'done 4-0']);
    expect(sink.dead.map(({ attempts, reason }) => [attempts, reason])).toEqual([
      [3, 'Error: bad'],
      [1, 'BusError: the record is not an envelope'],
    ]);
  });

  it('makes batches of neighbours only, and not larger than they may be', async () => {
    const batches: number[][] = [];
    const { sink } = await deliver(
      batch(2, (seqs) => void batches.push(seqs)),
      [stored(1), stored(2), stored(3), garbage(4), stored(5)],
    );
    expect(batches).toEqual([[1, 2], [3], [5]]);
    expect(sink.log).toEqual(['done 2-0', 'done 3-0', 'dead 4-0', 'done 5-0']);
  });

  it('takes a failing batch apart in order', async () => {
    const tries: number[][] = [];
    const { sink } = await deliver(
      batch(9, (seqs) => {
        tries.push(seqs);
        if (seqs.includes(2)) throw new Error('two');
      }),
      [stored(1), stored(2), stored(3)],
    );
    expect(tries).toEqual([[1, 2, 3], [1, 2, 3], [1], [2], [2], [2], [3]]);
    expect(sink.log).toEqual(['done 1-0', 'dead 2-0', 'done 3-0']);
  });

  it('does not take a batch apart because the surroundings fail', async () => {
    let tries = 0;
    const { sink } = await deliver(
      batch(9, (seqs) => {
        expect(seqs).toEqual([1, 2]);
        if (++tries < 8) throw new TransientError('away');
      }),
      [stored(1), stored(2)],
    );
    expect(sink.log).toEqual(['done 2-0']);
  });

  it('handles one at a time and waits for each acknowledgement when careful', async () => {
    const batches: number[][] = [];
    const { sink } = await deliver(
      batch(9, (seqs) => void batches.push(seqs)),
      [stored(1), stored(2)],
      { careful: true },
    );
    expect(batches).toEqual([[1], [2]]);
    expect(sink.log).toEqual(['done 1-0', 'flush', 'done 2-0', 'flush']);
  });

  it('stops without acknowledging when the partition is lost while a handler runs', async () => {
    const sink = new RecordingSink();
    const abort = new AbortController();
    const { complete } = await deliver(
      single(() => {
        sink.owned = false;
        abort.abort();
      }),
      [stored(1), stored(2)],
      { sink, abort },
    );
    expect({ complete, log: sink.log }).toEqual({ complete: false, log: [] });
  });

  it('acknowledges the handler that was running when it was asked to stop, and begins no other', async () => {
    const abort = new AbortController();
    let calls = 0;
    const { complete, sink } = await deliver(
      single(() => {
        calls++;
        abort.abort();
      }),
      [stored(1), stored(2)],
      { abort },
    );
    expect({ complete, log: sink.log, calls }).toEqual({ complete: false, log: ['done 1-0'], calls: 1 });
  });

  it('passes over types that nobody asked for', async () => {
    const { sink } = await deliver({}, [stored(1)]);
    expect(sink.log).toEqual(['done 1-0']);
  });
});
