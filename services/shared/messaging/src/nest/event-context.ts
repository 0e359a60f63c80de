import { BaseRpcContext } from '@nestjs/microservices';
import type { EventType } from '@palisade/contracts';
import type { DeliveryContext, ReceivedEvent } from '../contract/bus.ts';

/** Context of an event for a handler, besides the payload: `@Ctx() context: EventContext`. */
export class EventContext<T extends EventType = EventType> extends BaseRpcContext<
  [readonly ReceivedEvent<T>[], DeliveryContext]
> {
  /** The event; in a batch, its first. */
  get event(): ReceivedEvent<T> {
    return this.args[0][0]!;
  }

  get events(): readonly ReceivedEvent<T>[] {
    return this.args[0];
  }

  get delivery(): DeliveryContext {
    return this.args[1];
  }
}
