import type { BRAND } from './brand.ts';

export type Tone = keyof typeof BRAND.tones;

/** What a mail says, part by part. Texts may hold placeholders. */
export type Part =
  | { kind: 'text'; text: string }
  /** What must not be overlooked. */
  | { kind: 'notice'; text: string }
  /** Things to do, one after the other. */
  | { kind: 'steps'; steps: readonly string[] }
  /** A link that is the point of the mail. `url` is a placeholder. */
  | { kind: 'button'; label: string; url: string }
  /** Label and value, one row each; rows without a value are left out. */
  | { kind: 'facts'; rows: readonly Row[]; title?: string }
  /** The numbers that matter, side by side; those without a value are left out. */
  | { kind: 'figures'; rows: readonly Row[] }
  /** What somebody else wrote. */
  | { kind: 'quote'; text: string };

export type Row = readonly [label: string, value: string];

/** Why somebody gets a mail, and how to get no more of its kind. */
export type FooterKind = 'account' | 'settings' | 'report' | 'list' | 'visitor';

export interface MailText {
  subject: string;
  /** What a list of mails shows beside the subject. */
  preview: string;
  /** What the mail is about, in two words above the heading. */
  topic: string;
  heading: string;
  tone: Tone;
  footer: FooterKind;
  parts: readonly Part[];
}

export const text = (content: string): Part => ({ kind: 'text', text: content });
export const notice = (content: string): Part => ({ kind: 'notice', text: content });
export const steps = (...each: readonly string[]): Part => ({ kind: 'steps', steps: each });
export const button = (label: string, url = '{{link}}'): Part => ({ kind: 'button', label, url });
export const facts = (...rows: readonly Row[]): Part => ({ kind: 'facts', rows });
export const titledFacts = (title: string, ...rows: readonly Row[]): Part => ({ kind: 'facts', rows, title });
export const figures = (...rows: readonly Row[]): Part => ({ kind: 'figures', rows });
export const quote = (content: string): Part => ({ kind: 'quote', text: content });

type Frame = Pick<MailText, 'topic' | 'footer'>;

/** Makes mails of one kind: their heading is their subject, and they greet. */
export const mailsAbout =
  (frame: Frame) =>
  (tone: Tone, subject: string, preview: string, ...parts: MailText['parts']): MailText => ({
    ...frame,
    subject,
    preview,
    heading: subject,
    tone,
    parts: [text('Hello {{name|there}},'), ...parts],
  });
