// Parsing of what authors, subscribers and other mail servers send takes linear work: each field of every request,
// templates, lists of addresses and returned mails are tried at once, four and sixteen times the size.
import {
  countWorkAsync,
  GROWTH_FACTORS,
  growthOf,
  nonLinear,
  testLinearSchemas,
} from '@palisade/testing/work';
import { z } from 'zod';
import { readBounces } from './modules/bounces/bounce-report.ts';
import { splitAddresses } from './modules/campaigns/custom-emails.ts';
import { SignedLinksService } from './modules/links/signed-links.service.ts';
import { fillHtml, fillLine, fillText, namesIn } from './templating/placeholders.ts';

await testLinearSchemas(import.meta.dirname, 0, (schema) =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }),
);

const VALUES = { first_name: 'Ada <ada>\r\nLovelace', plan: '' };
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'names in a template': namesIn,
  'an HTML template': (text) => fillHtml(text, VALUES),
  'a text template': (text) => fillText(text, VALUES),
  'a subject': (text) => fillLine(text, VALUES),
  'a value of a template': (text) => fillHtml('{{a}}{{a}}', { a: text }),
  'a list of addresses': splitAddresses,
};

describe.each(Object.entries(READERS))('%s', (_name, run) => {
  it.each([
    '{{',
    '{{ a',
    '{{first_name}}',
    '{{plan|x',
    '{{ plan | none }}',
    'a@b.example,',
    'a@b.example;\n',
    '\r',
    ' ',
    '@',
    '<&',
  ])('of %j: linear', (unit) => {
    const growth = growthOf({
      base: 600,
      make: (bytes) => unit.repeat(bytes / unit.length),
      sizeOf: (text) => text.length,
      run,
    });
    expect(nonLinear(growth, 1_000)).toBeNull();
  });
});

const links = new SignedLinksService(Buffer.alloc(32, 1).toString('base64'), 'https://palisade.test');

const report = (unit: string, bytes: number) =>
  `Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${unit.repeat(bytes / unit.length)}\r\n--b--\r\n`;

it.each([
  'Final-Recipient: rfc822;a@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n',
  'Diagnostic-Code: x\r\n folded\r\n',
  '\r\n\r\n',
  '--b\r\n',
  '--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n',
  `bounce+1-${'0'.repeat(24)}@`,
  'A',
])('a mail that came back, of %j, is read in linear work', async (unit) => {
  const base = 1_500;
  const read = (mail: string) => {
    links.recipientOf(mail);
    return readBounces(mail);
  };
  await read(report(unit, base));
  const mails = GROWTH_FACTORS.map((factor) => report(unit, base * factor));
  const steps: number[] = [];
  for (const mail of mails) steps.push(await countWorkAsync(() => read(mail)));
  expect(nonLinear({ bytes: mails.map(({ length }) => length), steps })).toBeNull();
});
