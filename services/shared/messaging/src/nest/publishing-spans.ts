import type { EventType } from '@palisade/contracts';
import { currentTraceparent, inSpan, type NewSpan } from '@palisade/nest-kit';

/** An event's type is its destination, as it is in metrics: what is subscribed to. */
export const messagingAttributes = (operation: 'create' | 'send' | 'process', type: EventType) => ({
  'messaging.system': 'palisade_bus',
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
  'messaging.destination.name': type,
});

/** Leaves (`create`) or sends events as a span, which is the parent of what their consumers do. */
export function publishing(
  operation: 'create' | 'send',
  types: readonly EventType[],
  work: (traceparent: string | undefined) => Promise<void>,
): Promise<void> {
  const [type] = types;
  if (type === undefined) return work(undefined);
  const span: NewSpan = {
    kind: 'producer',
    name: `${operation} ${type}`,
    attributes: {
      ...messagingAttributes(operation, type),
      ...(types.length > 1 && { 'messaging.batch.message_count': types.length }),
    },
  };
  return inSpan(span, () => work(currentTraceparent()));
}
