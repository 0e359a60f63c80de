import { createHash, type KeyObject, sign } from 'node:crypto';
import type { EventProducer, Topic } from '@palisade/contracts';

/** Field 8 of the envelope, 64 bytes: what stands before a signature's own bytes. */
const SIGNATURE_TAG = Uint8Array.of(0x42, 0x40);
const SIGNATURE_BYTES = 64;
const TRAILER_BYTES = SIGNATURE_TAG.length + SIGNATURE_BYTES;

/** No signature made for another purpose begins like this, so that none can be passed off as an event's. */
const PURPOSE = Buffer.from('palisade event 1\0');

/**
 * The signed bytes: the topic and every byte of the envelope before the signature, so id, type, key, source, time and
 * payload. Hashed first, since Ed25519 itself reads its input twice, and batches of logs are large.
 */
export function signedText(topic: string, unsigned: Uint8Array): Buffer {
  const digest = createHash('sha256').update(topic).update('\0').update(unsigned).digest();
  return Buffer.concat([PURPOSE, digest]);
}

/** Signs as one producer. */
export class EventSigner {
  readonly producer: EventProducer;
  private readonly keys: Readonly<{ signing: KeyObject }>;

  /** @param keys one key, or those of a service, among which another may take its place while it runs */
  constructor(producer: EventProducer, keys: KeyObject | Readonly<{ signing: KeyObject }>) {
    this.producer = producer;
    this.keys = 'signing' in keys ? keys : { signing: keys };
  }

  /** The envelope with its signature as the last field, which readers of older versions pass over. */
  sign(topic: Topic, unsigned: Uint8Array): Uint8Array {
    return Buffer.concat([
      unsigned,
      SIGNATURE_TAG,
      sign(null, signedText(topic, unsigned), this.keys.signing),
    ]);
  }
}

/** Takes an envelope apart; null if it does not end with a signature. */
export function splitSignature(envelope: Uint8Array): { unsigned: Uint8Array; signature: Uint8Array } | null {
  const at = envelope.length - TRAILER_BYTES;
  if (at < 0 || envelope[at] !== SIGNATURE_TAG[0] || envelope[at + 1] !== SIGNATURE_TAG[1]) return null;
  return { unsigned: envelope.subarray(0, at), signature: envelope.subarray(at + SIGNATURE_TAG.length) };
}
