import type { StreamFailure } from './stream-target.types.ts';

/** Brokers' errors that the owner can do something about, by their names in Kafka's protocol. */
const BY_ANSWER: Readonly<Record<string, StreamFailure>> = {
  SASL_AUTHENTICATION_FAILED: 'login_failed',
  ILLEGAL_SASL_STATE: 'login_failed',
  UNSUPPORTED_SASL_MECHANISM: 'login_not_offered',
  UNKNOWN_TOPIC_OR_PARTITION: 'topic_not_found',
  INVALID_TOPIC_EXCEPTION: 'topic_not_found',
  TOPIC_AUTHORIZATION_FAILED: 'not_permitted',
  CLUSTER_AUTHORIZATION_FAILED: 'not_permitted',
  MESSAGE_TOO_LARGE: 'record_too_large',
  RECORD_LIST_TOO_LARGE: 'record_too_large',
  NOT_ENOUGH_REPLICAS: 'not_ready',
  NOT_ENOUGH_REPLICAS_AFTER_APPEND: 'not_ready',
  LEADER_NOT_AVAILABLE: 'not_ready',
  REQUEST_TIMED_OUT: 'timeout',
};
/** Errors that kafkajs detects itself. */
const BY_NAME: Readonly<Record<string, StreamFailure>> = {
  KafkaJSSASLAuthenticationError: 'login_failed',
  KafkaJSRequestTimeoutError: 'timeout',
  KafkaJSTimeout: 'timeout',
};
/** kafkajs wraps an error once per layer, independent of the broker's answer. */
const MAX_LAYERS = 10;

/** The code of a kafkajs error; null where it does not help the owner. */
export function kafkaFailure(error: unknown): StreamFailure | null {
  let layer = error as { name?: unknown; type?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; typeof layer === 'object' && layer !== null && depth < MAX_LAYERS; depth++) {
    const found =
      (typeof layer.type === 'string' && Object.hasOwn(BY_ANSWER, layer.type) && BY_ANSWER[layer.type]) ||
      (typeof layer.name === 'string' && Object.hasOwn(BY_NAME, layer.name) && BY_NAME[layer.name]);
    if (found) return found;
    layer = layer.cause as typeof layer;
  }
  return null;
}
