import { INK, PAGE, renderPdf, type Sheet } from '@palisade/pdf';

export interface InvoiceContents {
  number: string;
  kind: 'invoice' | 'credit_note';
  issuedAt: Date;
  /** Name, then address lines. */
  issuer: readonly string[];
  /** Name and address, as far as known. */
  customer: readonly string[];
  orderNumber: string;
  description: string;
  amountCents: number;
  currency: string;
}

const TITLE = { invoice: 'Invoice', credit_note: 'Credit note' } as const;
/** X positions of amounts and issuer. */
const AMOUNTS = 400;
const ISSUER = 320;
const LINE = 14;

/** One A4 page. Names and addresses may be in any script. */
export const renderInvoice = (contents: InvoiceContents): Promise<Buffer> =>
  renderPdf({ title: `${TITLE[contents.kind]} ${contents.number}`, createdAt: contents.issuedAt }, (sheet) =>
    draw(sheet, contents),
  );

function draw(sheet: Sheet, contents: InvoiceContents): void {
  const { left, right } = PAGE;
  const amount = { width: right - AMOUNTS, align: 'right' } as const;
  sheet.text(TITLE[contents.kind], left, 56, { size: 20, weight: 'bold' });
  contents.issuer.forEach((line, i) => {
    sheet.text(line, ISSUER, 56 + i * LINE, { width: right - ISSUER, align: 'right', colour: INK.muted });
  });
  const facts = [
    `Number: ${contents.number}`,
    `Date: ${contents.issuedAt.toISOString().slice(0, 10)}`,
    `Order: ${contents.orderNumber}`,
    '',
    'Billed to:',
    ...contents.customer,
  ];
  facts.forEach((line, i) => {
    sheet.text(line, left, 110 + i * LINE, { width: ISSUER - left - 10 });
  });
  const top = Math.max(250, 110 + (facts.length + 2) * LINE);
  sheet.line([left, top - 8], [right, top - 8]);
  sheet.text('Description', left, top, { weight: 'bold' });
  sheet.text('Amount', AMOUNTS, top, { ...amount, weight: 'bold' });
  sheet.line([left, top + 18], [right, top + 18]);
  const below = sheet.paragraph(contents.description, left, top + 28, 330);
  sheet.text(money(contents), AMOUNTS, top + 28, amount);
  const foot = Math.max(top + 60, below + 8);
  sheet.line([left, foot], [right, foot]);
  sheet.text('Total', left, foot + 10, { weight: 'bold' });
  sheet.text(money(contents), AMOUNTS, foot + 10, { ...amount, weight: 'bold' });
}

const money = ({ amountCents, currency }: InvoiceContents): string =>
  `${(amountCents / 100).toFixed(2)} ${currency}`;
