/** The service's EventBus. */
export const EVENT_BUS = Symbol('event bus');
