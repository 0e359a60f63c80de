import {
  type ArgumentsHost,
  applyDecorators,
  Catch,
  type RpcExceptionFilter,
  UseFilters,
} from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventType } from '@palisade/contracts';
import { type Observable, throwError } from 'rxjs';
import type { EventPayload, ReceivedEvent } from '../contract/bus.ts';
import type { EventContext } from './event-context.ts';

/** Transport id that distinguishes handlers of events from others. */
export const EVENTS_TRANSPORT = Symbol('palisade events');

/** Extras of an `@EventPattern` that make the handler take batches. */
export interface BatchExtras {
  maxEvents: number;
  raw: boolean;
}

/** An extra of an `@EventPattern` for events of which copies do no harm. */
export interface SingleExtras {
  /**
   * A copy changes nothing, nor does one that is older than what was handled before: the payload carries its order and the
   * newest is kept, or what it says can happen once only. No event has to be remembered then.
   */
  idempotent: boolean;
}

/** A handler may leave out arguments that it does not need. */
type MethodOf<Args extends unknown[]> = <Handler extends (...args: Args) => Promise<void>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

/**
 * Nest replaces a handler's error by a generic "Internal server error"; the bus must see the error itself to tell a
 * poisonous event from an unavailable database.
 */
@Catch()
class LetErrorsThrough implements RpcExceptionFilter {
  catch(error: unknown, _host: ArgumentsHost): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * `@EventPattern` for the bus: the handler gets the decoded payload and an EventContext. A rejection causes redelivery;
 * see `EventHandler`. A handled event is not delivered a second time, even if it is published again.
 */
export function OnEvent<T extends EventType>(
  type: T,
  single: SingleExtras = { idempotent: false },
): MethodOf<[EventPayload<T>, EventContext<T>]> {
  return eventHandler(type, { single });
}

/**
 * The same for whole batches, which are acknowledged or delivered again as one. With `raw` payloads stay undecoded. Batches
 * are not remembered: their handlers keep positions of their own.
 */
export function OnEventBatch<T extends EventType>(
  type: T,
  options: { maxEvents: number; raw?: boolean },
): MethodOf<[readonly ReceivedEvent<T>[], EventContext<T>]> {
  const batch: BatchExtras = { maxEvents: options.maxEvents, raw: options.raw ?? false };
  return eventHandler(type, { batch });
}

/** Nest passes a handler only the arguments that carry a decorator, and here both always do. */
function eventHandler(type: EventType, extras: { single?: SingleExtras; batch?: BatchExtras }) {
  return applyDecorators(
    EventPattern<string>(type, EVENTS_TRANSPORT, extras),
    UseFilters(LetErrorsThrough),
    (target: object, key: string | symbol) => {
      Payload()(target, key, 0);
      Ctx()(target, key, 1);
    },
  );
}
