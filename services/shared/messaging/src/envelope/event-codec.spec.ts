import { toBinary } from '@bufbuild/protobuf';
import { domainEventsV1 } from '@palisade/contracts';
import { newEventSettings } from '@palisade/testing';
import type { OutgoingEvent } from '../contract/bus.ts';
import { decodeEnvelope, encodeEvent, MAX_ENVELOPE_BYTES, toReceivedEvent } from './event-codec.ts';
import { readEventKeys } from './event-keys.ts';
import { EventSigner } from './event-signer.ts';

const { signing } = readEventKeys(newEventSettings()('domains'));
const signer = new EventSigner('domains', signing);
const position = { topic: 'domains', partition: 0, offset: '1-0' } as const;
const added: OutgoingEvent<'domains.domain_added.v1'> = {
  type: 'domains.domain_added.v1',
  key: 'dom_1',
  payload: { domainId: 'dom_1', ownerId: 'usr_1', domainName: 'example.com' },
  occurredAt: new Date('2025-05-01T10:00:00.123Z'),
  traceparent: '00-a-b-01',
};

function roundTrip(event: OutgoingEvent, raw = false) {
  const envelope = decodeEnvelope(encodeEvent(event, signer).envelope);
  return toReceivedEvent({ ...envelope, type: 'domains.domain_added.v1' }, position, 1, raw);
}

describe('event codec', () => {
  it('brings an event through its envelope unchanged', () => {
    const received = roundTrip(added);
    expect(received).toMatchObject({
      type: added.type,
      key: 'dom_1',
      source: 'domains',
      occurredAt: added.occurredAt,
      traceparent: '00-a-b-01',
    });
    expect(received.payload).toMatchObject({
      domainId: 'dom_1',
      ownerId: 'usr_1',
      domainName: 'example.com',
    });
  });

  it('takes a payload that is encoded already as it is', () => {
    const { payload } = roundTrip(added);
    const bytes = toBinary(domainEventsV1.DomainAddedSchema, payload);
    expect(roundTrip({ ...added, payload: bytes }).payload).toEqual(payload);
  });

  it('keeps the id it is given, and makes rising ones otherwise', () => {
    expect(encodeEvent({ ...added, id: 'fixed' }, signer).id).toBe('fixed');
    const ids = Array.from({ length: 5000 }, () => encodeEvent(added, signer).id);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refuses unknown types, empty and long keys, payloads of another shape and envelopes beyond the limit', () => {
    const unknownType = { ...added, type: 'domains.nothing.v1' } as unknown as OutgoingEvent;
    expect(() => encodeEvent(unknownType, signer)).toThrow(
      expect.objectContaining({ code: 'invalid_event' }),
    );
    expect(() => encodeEvent({ ...added, key: '' }, signer)).toThrow(
      expect.objectContaining({ code: 'invalid_event' }),
    );
    expect(() => encodeEvent({ ...added, key: 'k'.repeat(257) }, signer)).toThrow(
      expect.objectContaining({ code: 'invalid_event' }),
    );
    const wrongField = { type: 'domains.domain_changed.v1', key: 'k', payload: { configVersion: 'much' } };
    const others = { type: 'billing.order_paid.v1', key: 'k', payload: {} } as const;
    expect(() => encodeEvent(others, signer)).toThrow(/not for domains to say/);
    expect(() => encodeEvent(wrongField as unknown as OutgoingEvent, signer)).toThrow(
      expect.objectContaining({ code: 'invalid_event' }),
    );
    const large = { ...added, payload: { domainName: 'x'.repeat(MAX_ENVELOPE_BYTES) } };
    expect(() => encodeEvent(large, signer)).toThrow(expect.objectContaining({ code: 'event_too_large' }));
  });

  it('says so when a record is not an envelope, or its payload not what the type promises', () => {
    expect(() => decodeEnvelope(Uint8Array.of(0xff, 0xff))).toThrow(
      expect.objectContaining({ code: 'undecodable_event' }),
    );
    expect(() => roundTrip({ ...added, payload: Uint8Array.of(0x0a, 0x05, 0x61) })).toThrow(
      expect.objectContaining({ code: 'undecodable_event' }),
    );
  });

  it('leaves a raw payload undecoded and does not let anyone read it decoded', () => {
    const received = roundTrip({ ...added, payload: Uint8Array.of(0x0a, 0x05, 0x61) }, true);
    expect(received.encodedPayload).toEqual(Uint8Array.of(0x0a, 0x05, 0x61));
    expect(() => received.payload).toThrow(/encodedPayload/);
  });
});
