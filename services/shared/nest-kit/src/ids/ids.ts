import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

declare const brand: unique symbol;
type Id<Kind extends string> = string & { readonly [brand]: Kind };

/** Ids cannot be mixed up: a DomainId is no UserId, although both are UUIDs (version 7, so they sort by time). */
export type UserId = Id<'user'>;
export type SessionId = Id<'session'>;
export type DomainId = Id<'domain'>;
export type OrderId = Id<'order'>;

/** A fresh id. The caller says of what: `newId<UserId>()`. */
export function newId<Kind extends Id<string>>(): Kind {
  return uuidv7() as Kind;
}

/**
 * Schema of an id in a path, a body or an answer; anything else is refused before it reaches a query. The brand is a
 * matter of types only: a transform could not be described in the API document.
 */
export const idSchema = <Kind extends Id<string>>() => z.uuid() as unknown as z.ZodType<Kind, string>;
