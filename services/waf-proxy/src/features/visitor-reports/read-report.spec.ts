import { parseReport } from './read-report.ts';
import { REPORT_LIMITS } from './report-form.ts';

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

describe('the form of a report', () => {
  it('is read as it was written', () => {
    expect(parseReport(form({ ticket: 't', text: ' <b>Größe</b> &\r\n1=1 ', email: 'a@b.example' }))).toEqual(
      {
        ticket: 't',
        text: '<b>Größe</b> &\n1=1',
        email: 'a@b.example',
      },
    );
    expect(parseReport(form({ text: 'x'.repeat(REPORT_LIMITS.text) }))).toMatchObject({ email: '' });
  });

  it('loses what would change how a page or a log reads', () => {
    const text = 'a\u0000b\u001b[31mc\u202ed\u2066e\n\n\n\n\nf';
    expect(parseReport(form({ text }))).toMatchObject({ text: 'a b [31mc d e\n\nf' });
  });

  it.each([
    ['no_text', { text: ' \n\u202e ' }],
    ['no_text', {}],
    ['text_too_long', { text: 'ü'.repeat(REPORT_LIMITS.text + 1) }],
    ['bad_email', { text: 'x', email: 'nobody' }],
    ['bad_email', { text: 'x', email: '<a@b.example>' }],
    ['bad_email', { text: 'x', email: 'a@b.example\r\nBcc: c@d.example' }],
    ['bad_email', { text: 'x', email: `${'a'.repeat(REPORT_LIMITS.email)}@b.example` }],
  ])('is refused as %s', (fault, fields: Record<string, string>) => {
    expect(parseReport(form(fields))).toBe(fault);
  });
});
