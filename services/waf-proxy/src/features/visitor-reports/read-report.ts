import { valuesOf } from '../../http/header-lines.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { smallBodyOf } from '../../request/small-body.ts';
import { REPORT_LIMITS } from './report-form.ts';

/** A thousand characters of any script, percent-encoded, and the other fields. */
const MAX_BODY = 16 * 1_024;

export interface WrittenReport {
  ticket: string;
  text: string;
  /** Empty: none given. */
  email: string;
}

export type ReportFault = 'not_a_form' | 'too_large' | 'no_text' | 'text_too_long' | 'bad_email';

const isForm = (contentType: string): boolean =>
  /^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(contentType.trim());

/** The form's contents, or what is wrong with them. Null: the client has left. */
export async function readReport(request: RequestContext): Promise<WrittenReport | ReportFault | null> {
  if (!isForm(valuesOf(request.rawHeaders, 'content-type')[0] ?? '')) return 'not_a_form';
  const body = await smallBodyOf(request, MAX_BODY);
  return typeof body === 'string' || body === null ? body : parseReport(body.toString('utf8'));
}

/** The form's fields, without characters that could change how a page or log reads. */
export function parseReport(body: string): WrittenReport | ReportFault {
  const fields = new URLSearchParams(body);
  const text = plainText(fields.get('text') ?? '');
  const email = (fields.get('email') ?? '').trim();
  if (text === '') return 'no_text';
  if ([...text].length > REPORT_LIMITS.text) return 'text_too_long';
  if (email !== '' && !isAddress(email)) return 'bad_email';
  return { ticket: fields.get('ticket') ?? '', text, email };
}

/** Keeps line breaks; removes other control characters and those that change the text direction. */
const plainText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are taken out.
    .replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const isAddress = (email: string): boolean =>
  email.length <= REPORT_LIMITS.email && /^[\x21-\x3b\x3d\x3f\x41-\x7e]+@[A-Za-z0-9.-]+$/.test(email);
