import { newEventSettings } from '@palisade/testing';
import type { EncodedEvent } from '../contract/bus.ts';
import { BusError } from '../contract/errors.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { BatchingPublisher, type PublisherOptions } from './batching-publisher.ts';
import type { PartitionEvents, PublishTransport } from './transport.ts';

const keys = readEventKeys(newEventSettings()('domains'));

/** A bus with scripted results, one per flush. */
class Transport implements PublishTransport<PartitionEvents> {
  readonly name = 'the bus';
  readonly maxFlushBytes = 100;
  readonly retryPauseMs = 1;
  readonly sent: string[][] = [];
  readonly finished: number[] = [];
  closed = false;
  answer: (batches: readonly PartitionEvents[], attempt: number) => Promise<void> = () => Promise.resolve();

  toBatches(partitions: readonly PartitionEvents[]): PartitionEvents[] {
    return [...partitions];
  }

  async send(batches: readonly PartitionEvents[]): Promise<void> {
    this.sent.push(batches.flatMap(({ entries }) => entries.map(({ event }) => event.id)));
    await this.answer(batches, this.sent.length);
  }

  finish(batches: readonly PartitionEvents[]): void {
    this.finished.push(batches.length);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

const event = (id: string, key = 'one', bytes = 10): EncodedEvent => ({
  ...{ id, key, type: 'domains.domain_changed.v1', topic: 'domains' },
  envelope: new Uint8Array(bytes),
});

function publisherOn(transport: Transport, options: Partial<PublisherOptions> = {}) {
  return new BatchingPublisher({ source: 'domains', keys, ...options }, transport);
}

describe('the batching of publishes', () => {
  it('sends what one tick publishes at once, as it was published', async () => {
    const transport = new Transport();
    const publisher = publisherOn(transport);
    await Promise.all(['a', 'b', 'c'].map((id) => publisher.publishEncoded([event(id)])));
    expect(transport.sent).toEqual([['a', 'b', 'c']]);
  });

  it('sends at most a flush at once, though one publish may be larger', async () => {
    const transport = new Transport();
    const publisher = publisherOn(transport);
    await Promise.all([
      publisher.publishEncoded([event('a', 'one', 60)]),
      publisher.publishEncoded([event('b', 'one', 41)]),
      publisher.publishEncoded([event('c', 'one', 59)]),
      publisher.publishEncoded([event('d', 'one', 500)]),
    ]);
    expect(transport.sent).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('repeats the same batches until they are confirmed, before anything later', async () => {
    const transport = new Transport();
    transport.answer = (_, attempt) => (attempt < 3 ? Promise.reject(new Error('away')) : Promise.resolve());
    const publisher = publisherOn(transport);
    const first = publisher.publishEncoded([event('a')]);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([first, publisher.publishEncoded([event('b')])]);
    expect(transport.sent).toEqual([['a'], ['a'], ['a'], ['b']]);
    expect(transport.finished).toEqual([1, 1]);
  });

  it('refuses what is not confirmed in time, and says why', async () => {
    const transport = new Transport();
    transport.answer = () => Promise.reject(new Error('away'));
    const publisher = publisherOn(transport, { publishTimeoutMs: 20 });
    await expect(publisher.publishEncoded([event('a')])).rejects.toMatchObject({
      code: 'bus_unavailable',
      cause: new Error('away'),
    });
  });

  it('tells a refusal to those whose events were refused, and confirms the others', async () => {
    const transport = new Transport();
    transport.answer = async (batches) => {
      for (const { event: refused, publish } of batches.flatMap(({ entries }) => entries))
        if (refused.id === 'b') publish.refuse(new BusError('bus_full', 'full'));
    };
    const publisher = publisherOn(transport);
    const outcomes = await Promise.allSettled(['a', 'b'].map((id) => publisher.publishEncoded([event(id)])));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('takes so many unconfirmed bytes and no more, and room again when they are confirmed', async () => {
    const transport = new Transport();
    const publisher = publisherOn(transport, { maxPendingBytes: 30 });
    const taken = publisher.publishEncoded([event('a', 'one', 20)]);
    await expect(publisher.publishEncoded([event('b', 'one', 11)])).rejects.toMatchObject({
      code: 'publisher_overloaded',
    });
    await taken;
    await publisher.publishEncoded([event('c', 'one', 30)]);
    expect(transport.sent).toEqual([['a'], ['c']]);
  });

  it('confirms what is under way before it closes, and takes nothing more', async () => {
    const transport = new Transport();
    const publisher = publisherOn(transport);
    const last = publisher.publishEncoded([event('a')]);
    await publisher.close();
    await last;
    expect(transport.closed).toBe(true);
    await expect(publisher.publishEncoded([event('b')])).rejects.toMatchObject({ code: 'bus_closed' });
  });
});
