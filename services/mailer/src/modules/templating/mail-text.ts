/** What a mail says, part by part. Texts may hold placeholders. */
export type Part =
  | { kind: 'text'; text: string }
  /** A link that is the point of the mail. `url` is a placeholder. */
  | { kind: 'button'; label: string; url: string }
  /** Label and value, one row each; rows without a value are left out. */
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  /** What somebody else wrote. */
  | { kind: 'quote'; text: string };

export interface MailText {
  subject: string;
  /** What a list of mails shows beside the subject. */
  preview: string;
  heading: string;
  parts: readonly Part[];
}

export const text = (content: string): Part => ({ kind: 'text', text: content });
export const button = (label: string, url = '{{link}}'): Part => ({ kind: 'button', label, url });
export const facts = (...rows: readonly (readonly [string, string])[]): Part => ({ kind: 'facts', rows });
export const quote = (content: string): Part => ({ kind: 'quote', text: content });
