// An attacker with access to the bus's server, without any service's key or with one service's only, achieves nothing.
// Each forgery precedes a genuine event of the same partition; that one arrives, the forgery becomes a dead letter.
import { TOPIC_PARTITIONS } from '@palisade/contracts';
import { newEventSettings, until } from '@palisade/testing';
import type { EventBus } from '../contract/bus.ts';
import { partitionOf } from '../contract/partition.ts';
import { encodeEvent } from '../envelope/event-codec.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { EventSigner } from '../envelope/event-signer.ts';
import { MAX_EVENT_AGE_MS, MAX_EVENT_AHEAD_MS } from '../envelope/event-verifier.ts';
import { type BusUnderTest, openBus } from './bus-under-test.ts';
import { Arrivals, type Changed, changed } from './harness.ts';

const KEY = 'forged';
const TRAILER_BYTES = 66;

type Forge = (genuine: EventSigner, stranger: EventSigner) => Uint8Array;

const replaced = (bytes: Uint8Array, from: string, to: string): Uint8Array =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replace(from, to), 'latin1');
const envelope = (signer: EventSigner, facts: Partial<Changed> = {}) =>
  encodeEvent({ ...changed(KEY, 666), ...facts }, signer).envelope;

const FORGERIES: Readonly<Record<string, { forge: Forge; refusal: string }>> = {
  'without a signature': {
    forge: (genuine) => envelope(genuine).subarray(0, -TRAILER_BYTES),
    refusal: 'unsigned',
  },
  'signed with a key of one’s own': { forge: (_, stranger) => envelope(stranger), refusal: 'bad_signature' },
  'in the name of a service that may not say it': {
    forge: (genuine) => replaced(envelope(genuine), '\x22\x07domains', '\x22\x07billing'),
    refusal: 'producer_not_allowed',
  },
  'in the name of nobody known': {
    forge: (genuine) => replaced(envelope(genuine), '\x22\x07domains', '\x22\x07nobody!'),
    refusal: 'unknown_producer',
  },
  'under another id': {
    forge: (genuine) => replaced(envelope(genuine, { id: 'first-id' }), 'first-id', 'other-id'),
    refusal: 'bad_signature',
  },
  'with another payload': {
    forge: (genuine) => replaced(envelope(genuine), `${KEY}.test`, 'elsewh.test'),
    refusal: 'bad_signature',
  },
  'with another key': {
    forge: (genuine) => replaced(envelope(genuine), `\x1a\x06${KEY}`, '\x1a\x06others'),
    refusal: 'bad_signature',
  },
  'with fields added after the signature': {
    forge: (genuine) => Buffer.concat([envelope(genuine), Buffer.from('\x1a\x06others', 'latin1')]),
    refusal: 'unsigned',
  },
  'with one signature put behind another': {
    forge: (genuine) => Buffer.concat([envelope(genuine), envelope(genuine).subarray(-TRAILER_BYTES)]),
    refusal: 'bad_signature',
  },
  'kept for a month': {
    forge: (genuine) => envelope(genuine, { occurredAt: new Date(Date.now() - MAX_EVENT_AGE_MS - 1_000) }),
    refusal: 'too_old',
  },
  'from a month ahead': {
    forge: (genuine) => envelope(genuine, { occurredAt: new Date(Date.now() + MAX_EVENT_AHEAD_MS + 60_000) }),
    refusal: 'ahead',
  },
};

export function forgeryConformance(name: string, start: () => Promise<BusUnderTest>): void {
  describe(`${name}: forgeries`, () => {
    let server: BusUnderTest;
    let bus: EventBus;
    let groups = 0;
    const stranger = new EventSigner('domains', readEventKeys(newEventSettings()('domains')).signing);
    const genuine = () => new EventSigner('domains', readEventKeys(server.config.keys).signing);

    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.dispose());
    beforeEach(() => {
      bus = openBus(server.config);
    });
    afterEach(() => bus.close());

    /** @returns the dead letters' reasons, once the genuine event of the partition has arrived */
    async function refused(partition: number, record: Uint8Array): Promise<string[]> {
      const arrivals = new Arrivals();
      const group = `forgery-${++groups}`;
      const witness = Array.from({ length: 1000 }, (_, i) => `witness-${groups}-${i}`).find(
        (key) => partitionOf('domains', key) === partition,
      )!;
      const subscription = await bus.subscribe({
        group,
        registrations: {
          'domains.domain_changed.v1': {
            mode: 'single',
            handle: async (event) => arrivals.add(event.key, event.payload.configVersion),
          },
        },
      });
      await subscription.ready();
      await bus.publish([changed(witness, 1)]);
      await server.inject('domains', partition, record);
      await bus.publish([changed(witness, 2)]);
      await until(() => arrivals.byKey.get(witness)?.length === 2, 'the genuine events');
      expect(arrivals.byKey.get(KEY)).toBeUndefined();
      const listed = await bus.deadLetters(group, 'domains', 100);
      const letters = await Promise.all(
        listed.map(async ({ id }) => (await bus.deadLetter(group, 'domains', id))!),
      );
      // Earlier forgeries of this suite are in the same partitions, and as dead for this group.
      return letters
        .filter((letter) => Buffer.from(letter.envelope).equals(record))
        .map(({ reason }) => reason);
    }

    it.each(Object.entries(FORGERIES))('an event %s has no effect', async (_, { forge, refusal }) => {
      const before = bus.refusals()[refusal as keyof ReturnType<EventBus['refusals']>];
      const reasons = await refused(partitionOf('domains', KEY), forge(genuine(), stranger));
      expect(reasons).toEqual([expect.stringContaining(`: ${refusal}`)]);
      expect(bus.refusals()[refusal as keyof ReturnType<EventBus['refusals']>]).toBeGreaterThan(before);
    });

    it('an event that stands in another partition, or on another topic, has no effect', async () => {
      const other = (partitionOf('domains', KEY) + 1) % TOPIC_PARTITIONS.domains;
      expect(await refused(other, envelope(genuine()))).toEqual([expect.stringContaining(': moved')]);
      const group = `topic-${++groups}`;
      const heard: string[] = [];
      const subscription = await bus.subscribe({
        group,
        registrations: {
          'domains.domain_changed.v1': { mode: 'single', handle: async ({ key }) => void heard.push(key) },
          'billing.order_paid.v1': { mode: 'single', handle: async () => undefined },
        },
      });
      await subscription.ready();
      await server.inject('billing', partitionOf('billing', KEY), envelope(genuine()));
      const letters = () => bus.deadLetters(group, 'billing', 100);
      await until(async () => (await letters()).length > 0, 'the dead letter');
      expect((await letters()).map(({ reason }) => reason)).toEqual([expect.stringContaining(': moved')]);
      expect(heard).not.toContain(KEY);
    });
  });
}
