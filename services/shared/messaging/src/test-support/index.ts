import { EVENTS, type EventProducer, REQUESTED_MAILS } from '@palisade/contracts';
import type { BusPublisher, OutgoingEvent } from '../contract/bus.ts';
import { encodeEvent } from '../envelope/event-codec.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { EventSigner } from '../envelope/event-signer.ts';

/** For tests, in which one bus plays all neighbours: each event is signed by the first of those that may say it. */
export function publishAsProducers(
  bus: BusPublisher,
  settingsOf: (producer: EventProducer) => Readonly<Record<string, string>>,
  events: readonly OutgoingEvent[],
): Promise<void> {
  return bus.publishEncoded(
    events.map((event) => {
      const producer = producerOf(event);
      return encodeEvent(event, new EventSigner(producer, readEventKeys(settingsOf(producer)).signing));
    }),
  );
}

/** The first of those that may say it; of a mail that is asked for, who may ask for it. */
function producerOf({ type, payload }: OutgoingEvent): EventProducer {
  const template = 'template' in payload ? String(payload.template) : '';
  if (Object.hasOwn(REQUESTED_MAILS, template))
    return REQUESTED_MAILS[template as keyof typeof REQUESTED_MAILS].from[0]!;
  return EVENTS[type].producers[0];
}
