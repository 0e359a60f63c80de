import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** A service's signing key for events, and the public keys of the others. */
export interface EventKeys {
  signing: KeyObject;
  /** Each producer's keys: one, or two while a new one takes over. Empty in programs that consume nothing. */
  known: Readonly<Partial<Record<string, readonly KeyObject[]>>>;
  /** Until then events without a signature are taken: for those that an older version left on the bus. */
  acceptUnsignedUntil?: Date;
}

/** A forgotten transition must not stay open: longer than this is refused at start. */
const MAX_TRANSITION_MS = 7 * 24 * 60 * 60 * 1000;

const base64Key = (read: (der: Buffer) => KeyObject) => (text: string, context: z.RefinementCtx) => {
  try {
    const key = read(Buffer.from(text, 'base64'));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below; the value itself must not be.
  }
  context.addIssue({ code: 'custom', message: 'must be an Ed25519 key in base64' });
  return z.NEVER;
};
const privateKey = base64Key((key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
const publicKey = base64Key((key) => createPublicKey({ key, format: 'der', type: 'spki' }));

const keyList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.string().transform(publicKey)).max(3));

/** The environment's part of it; `readBusSettings` is the one reader. */
export const eventKeyFields = {
  /** This service's key for events: Ed25519, PKCS #8 DER in base64. */
  PALISADE_EVENT_SIGNING_KEY: z.string().transform(privateKey),
  /** Producer → Ed25519 public key (SPKI DER, base64), as JSON; two with a comma while one replaces the other. */
  PALISADE_EVENT_PUBLIC_KEYS: z
    .string()
    .default('{}')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a JSON object of texts' });
        return z.NEVER;
      }
    })
    .pipe(z.record(z.string(), keyList)),
  PALISADE_EVENT_ACCEPT_UNSIGNED_UNTIL: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .refine((until) => until.getTime() < Date.now() + MAX_TRANSITION_MS, {
      error: 'must not be more than 7 days ahead',
    })
    .optional(),
} as const;

type EventKeyValues = z.output<z.ZodObject<typeof eventKeyFields>>;

/** For programs that know their bus already. @throws ZodError that names every bad variable and shows no value */
export const readEventKeys = (environment: Readonly<Record<string, unknown>>): EventKeys =>
  toEventKeys(z.object(eventKeyFields).parse(environment));

export function toEventKeys(values: EventKeyValues): EventKeys {
  const until = values.PALISADE_EVENT_ACCEPT_UNSIGNED_UNTIL;
  return {
    signing: values.PALISADE_EVENT_SIGNING_KEY,
    known: values.PALISADE_EVENT_PUBLIC_KEYS,
    ...(until !== undefined && { acceptUnsignedUntil: until }),
  };
}
