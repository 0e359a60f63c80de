const WORDS: Readonly<Record<string, string>> = {
  connection_lost: 'Connection lost while the mail was sent',
  process_lost: 'Sending process ended',
  no_connection: 'Mail server not reachable',
  no_server: 'No mail server available',
  sign_in_refused: 'Mail server rejected the credentials',
  not_sendable: 'Address or message rejected',
  unsubscribed: 'Has unsubscribed',
  bounced: 'Address bounced before',
  complained: 'Has complained before',
  marketing_emails_off: 'Marketing emails are off in the account',
  account_inactive: 'Account is deactivated',
  unknown: 'Not known',
};

/** The meaning of a mailer's error code; codes of mail servers (`smtp_550`) are shown as they are. */
export function reasonInWords(code: string): string {
  const smtp = /^smtp_(\d{3})$/.exec(code)?.[1];
  if (smtp !== undefined) {
    return `${smtp.startsWith('5') ? 'Refused for good' : 'Refused for now'} (${smtp})`;
  }
  return WORDS[code] ?? code.replaceAll('_', ' ');
}

const CODE = /^([a-z][a-z0-9_]*)(?:: (.+))?$/s;

/** A reason with what the mail server said: "no_connection: connect ETIMEDOUT" → "Mail server not reachable: connect ETIMEDOUT". */
export function failureInWords(failure: string): string {
  const [, code, said] = CODE.exec(failure) ?? [];
  if (code === undefined) return failure;
  // The server's answer begins with its status code.
  return said === undefined
    ? reasonInWords(code)
    : `${reasonInWords(code).replace(/ \(\d+\)$/, '')}: ${said}`;
}

/** Why a campaign waits, followed by the latest error. */
export const problemInWords = (problem: string): string =>
  problem.replace(/(?<=\. )[a-z][a-z0-9_]*: .+$/s, failureInWords);
