import type { AllowedAddresses, GuardedFailure } from '@palisade/nest-kit';

/** A record to be sent. */
export interface StreamRecord {
  requestId: string;
  siteName: string;
  receivedAtMs: number;
  severity: string;
  action: string;
  /** As JSON, in the stream's vocabulary. */
  json: string;
}

/** A batch, which is acknowledged as a whole. A repeat has the same name and the same records. */
export interface StreamBatch {
  name: string;
  records: readonly StreamRecord[];
}

export interface SendContext {
  allowed: AllowedAddresses;
  timeoutMs: number;
  /** Signing secrets of a webhook; the current one first. */
  secrets: readonly string[];
  nowMs: number;
}

export interface Sent {
  bytes: number;
  /** Records of an acknowledged batch that the target rejected for good. */
  rejected?: number;
}

/** Stable code of a failed batch. */
export type StreamFailure =
  | GuardedFailure
  | 'refused'
  | 'login_failed'
  | 'login_not_offered'
  | 'not_permitted'
  | 'not_ready'
  | 'record_too_large'
  | 'records_rejected'
  | 'topic_not_found'
  | 'redirect_not_followed'
  | 'secrets_unreadable'
  | 'internal';

export class StreamSendError extends Error {
  override readonly name = 'StreamSendError';

  constructor(
    readonly code: StreamFailure,
    readonly details: { status?: number; answer?: string; retryAfterMs?: number } = {},
    options?: { cause?: unknown },
  ) {
    super(code, options);
  }
}
