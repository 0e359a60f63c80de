import { EVENT_PRODUCERS, EVENTS, type EventType } from '@palisade/contracts';
import { newEventSettings } from '@palisade/testing';
import fc from 'fast-check';
import { partitionOf } from '../contract/partition.ts';
import { decodeEnvelope, encodeEvent } from './event-codec.ts';
import { type EventKeys, readEventKeys } from './event-keys.ts';
import { EventSigner } from './event-signer.ts';
import { EventVerifier, MAX_EVENT_AGE_MS, MAX_EVENT_AHEAD_MS } from './event-verifier.ts';

const [old, now] = [newEventSettings(), newEventSettings()];
const TYPE = 'domains.domain_changed.v1';
const position = { topic: 'domains', partition: partitionOf('domains', 'k'), offset: '1-0' } as const;
const keysOf = (settings: Record<string, string>): EventKeys => readEventKeys(settings);
const signedBy = (settings: typeof now) =>
  encodeEvent(
    { type: TYPE, key: 'k', payload: { domainId: 'k' } },
    new EventSigner('domains', keysOf(settings('domains')).signing),
  ).envelope;
const refusal = (verifier: EventVerifier, record: Uint8Array, type: EventType = TYPE): string | null => {
  try {
    verifier.check(record, { ...decodeEnvelope(record), type }, position);
    return null;
  } catch (error) {
    return (error as Error).message.split(': ').at(-1)!;
  }
};

describe('whose events are believed', () => {
  const verifier = new EventVerifier(keysOf(now('mailer')));

  it('believes a producer about its own facts', () => {
    expect(refusal(verifier, signedBy(now))).toBeNull();
  });

  it('takes two keys of a producer while one replaces the other', () => {
    const keys = JSON.parse(now('domains').PALISADE_EVENT_PUBLIC_KEYS) as Record<string, string>;
    const before = JSON.parse(old('domains').PALISADE_EVENT_PUBLIC_KEYS) as Record<string, string>;
    const both = JSON.stringify({ ...keys, domains: `${keys.domains},${before.domains}` });
    const changing = new EventVerifier(keysOf({ ...now('mailer'), PALISADE_EVENT_PUBLIC_KEYS: both }));
    expect([signedBy(old), signedBy(now)].map((record) => refusal(changing, record))).toEqual([null, null]);
    expect(refusal(verifier, signedBy(old))).toBe('bad_signature');
  });

  it('goes over to other keys while it runs, as does a signer that was given them all', () => {
    const keys = { ...keysOf(old('domains')) };
    const signer = new EventSigner('domains', keys);
    const changing = new EventVerifier(keys);
    const sign = () => encodeEvent({ type: TYPE, key: 'k', payload: { domainId: 'k' } }, signer).envelope;
    const before = sign();
    expect([refusal(changing, before), refusal(verifier, before)]).toEqual([null, 'bad_signature']);
    Object.assign(keys, keysOf(now('domains')));
    expect([refusal(changing, sign()), refusal(verifier, sign())]).toEqual([null, null]);
    expect(refusal(changing, before)).toBe('bad_signature');
  });

  it.each([
    ['ahead', Date.now() + MAX_EVENT_AHEAD_MS + 60_000],
    ['too_old', Date.now() - MAX_EVENT_AGE_MS - 60_000],
    ['too_old', Number.NaN],
  ])('refuses as %s what happened at %d, whoever signed it', (reason, at) => {
    const record = signedBy(now);
    const envelope = { ...decodeEnvelope(record), type: TYPE, occurredAt: new Date(at) } as const;
    expect(() => verifier.check(record, envelope, position)).toThrow(`: ${reason}`);
  });

  it('takes events without a signature for as long as it is told to, and not by default', () => {
    const unsigned = signedBy(now).subarray(0, -66);
    const until = (ms: number) => ({
      ...now('mailer'),
      PALISADE_EVENT_ACCEPT_UNSIGNED_UNTIL: new Date(ms).toISOString(),
    });
    expect(refusal(verifier, unsigned)).toBe('unsigned');
    expect(refusal(new EventVerifier(keysOf(until(Date.now() + 60_000))), unsigned)).toBeNull();
    expect(refusal(new EventVerifier(keysOf(until(Date.now() - 1))), unsigned)).toBe('unsigned');
    expect(() => keysOf(until(Date.now() + 8 * 24 * 3_600_000))).toThrow('not be more than 7 days ahead');
  });

  it('refuses an event of which any bit is another', () => {
    const record = signedBy(now);
    fc.assert(
      fc.property(fc.nat(record.length * 8 - 1), (bit) => {
        const changed = Uint8Array.from(record);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        let envelope: ReturnType<typeof decodeEnvelope>;
        try {
          envelope = decodeEnvelope(changed);
        } catch {
          return; // Not an envelope any more: a dead letter before anybody asks who signed it.
        }
        expect(() => verifier.check(changed, { ...envelope, type: TYPE }, position)).toThrow(TYPE);
      }),
      { numRuns: 500 },
    );
  });

  it('believes no producer about another’s facts: every type by every producer', () => {
    const wrong = Object.entries(EVENTS).flatMap(([type, { topic, producers }]) =>
      EVENT_PRODUCERS.filter((producer) => !(producers as readonly string[]).includes(producer)).map(
        (producer) => {
          const signer = new EventSigner(producer, keysOf(now(producer)).signing);
          expect(() =>
            encodeEvent({ type: type as never, key: 'k', payload: new Uint8Array() }, signer),
          ).toThrow(`not for ${producer} to say`);
          return { producer, topic, type };
        },
      ),
    );
    expect(wrong.length).toBe(Object.keys(EVENTS).length * EVENT_PRODUCERS.length - allowed());
  });
});

const allowed = () => Object.values(EVENTS).reduce((sum, { producers }) => sum + producers.length, 0);
