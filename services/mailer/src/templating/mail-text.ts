import type { BRAND } from './brand.ts';

export type Tone = keyof typeof BRAND.tones;

/** A mail's content, part by part. Texts may contain placeholders. */
export type Part =
  | { kind: 'text'; text: string }
  /** A highlighted notice. */
  | { kind: 'notice'; text: string }
  /** Instructions, one after the other. */
  | { kind: 'steps'; steps: readonly string[] }
  /** The mail's main link. `url` is a placeholder. */
  | { kind: 'button'; label: string; url: string }
  /** Label and value, one row each; rows without a value are left out. */
  | { kind: 'facts'; rows: readonly Row[]; title?: string }
  /** Key figures, side by side; those without a value are left out. */
  | { kind: 'figures'; rows: readonly Row[] }
  /** A quotation of somebody else's text. */
  | { kind: 'quote'; text: string };

export type Row = readonly [label: string, value: string];

/** Why the recipient gets the mail, and how to stop its kind. */
export type FooterKind = 'account' | 'settings' | 'report' | 'list' | 'visitor';

export interface MailText {
  subject: string;
  /** The preview text beside the subject in a list of mails. */
  preview: string;
  /** Topic in two words, above the heading. */
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

/** Creates mails of one kind: their heading is the subject, and they begin with a greeting. */
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
