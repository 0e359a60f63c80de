/** What became of an attempt to hand one mail to one server. `reason` is `code: what the server said`. */
export type Outcome =
  | { kind: 'sent'; serverId: number | null; response: string }
  /** The recipient's side asks for patience (greylisting, mailbox full, …). */
  | { kind: 'deferred'; serverId: number | null; reason: string }
  /** The recipient or the message was refused for good. */
  | { kind: 'refused'; serverId: number | null; reason: string }
  /** The message was on its way when the connection broke: it may have arrived, or not. */
  | { kind: 'unknown'; serverId: number | null; reason: string }
  /** The server could not be used; certainly nothing was sent. */
  | { kind: 'server_failed'; serverId: number | null; reason: string };

interface SmtpFailure {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  message: string;
}

const MAX_REASON = 300;

/**
 * Reads nodemailer's error. An answer of the server is final for this attempt, whatever it is an answer to; without
 * one, what counts is whether a byte of the message had been taken for sending.
 */
export function failureOutcome(error: unknown, messageBegan: boolean, serverId: number | null): Outcome {
  const failure = error as SmtpFailure;
  const { responseCode, command = '' } = failure;
  if (responseCode !== undefined && responseCode >= 400) {
    const reason = tidy(`smtp_${responseCode}: ${failure.response ?? failure.message}`);
    const aboutTheMail = command === 'RCPT TO' || command === 'DATA';
    if (!aboutTheMail || responseCode === 421) return { kind: 'server_failed', serverId, reason };
    return { kind: responseCode >= 500 ? 'refused' : 'deferred', serverId, reason };
  }
  if (messageBegan) {
    return { kind: 'unknown', serverId, reason: tidy(`connection_lost: ${failure.message}`) };
  }
  if (failure.code === 'EENVELOPE' || failure.code === 'EMESSAGE') {
    return { kind: 'refused', serverId, reason: tidy(`not_sendable: ${failure.message}`) };
  }
  const name = failure.code === 'EAUTH' ? 'sign_in_refused' : 'no_connection';
  return { kind: 'server_failed', serverId, reason: tidy(`${name}: ${failure.message}`) };
}

const tidy = (reason: string): string => reason.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, MAX_REASON);
