import { EVENTS, type EventProducer } from '@palisade/contracts';
import { readEventKeys } from '../authenticity/event-keys.ts';
import { EventSigner } from '../authenticity/event-signer.ts';
import type { BusPublisher, OutgoingEvent } from '../bus.ts';
import { encodeEvent } from '../event-codec.ts';

/** For tests, in which one bus plays all neighbours: each event is signed by the first of those that may say it. */
export function publishAsProducers(
  bus: BusPublisher,
  settingsOf: (producer: EventProducer) => Readonly<Record<string, string>>,
  events: readonly OutgoingEvent[],
): Promise<void> {
  return bus.publishEncoded(
    events.map((event) => {
      const [producer] = EVENTS[event.type].producers;
      return encodeEvent(event, new EventSigner(producer, readEventKeys(settingsOf(producer)).signing));
    }),
  );
}
