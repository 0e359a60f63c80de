import type { Outcome } from './outcome.types.ts';

interface SmtpFailure {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  message: string;
}

const MAX_REASON = 300;

/**
 * Classifies nodemailer's error. A response of the server decides this attempt, whatever command it answers; without
 * one, it depends on whether a byte of the message had been sent.
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
