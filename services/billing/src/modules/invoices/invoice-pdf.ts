import PDFDocument from 'pdfkit';

export interface InvoiceContents {
  number: string;
  kind: 'invoice' | 'credit_note';
  issuedAt: Date;
  /** Name, then address lines. */
  issuer: readonly string[];
  /** Name and address as far as they are known. */
  customer: readonly string[];
  orderNumber: string;
  description: string;
  amountCents: number;
  currency: string;
}

const TITLE = { invoice: 'Invoice', credit_note: 'Credit note' } as const;
const LEFT = 56;
const RIGHT = 539;

/** One A4 page. Text goes in as text: the standard fonts know Latin 1, other characters come out as "?". */
export function renderInvoice(contents: InvoiceContents): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    info: { Title: `${TITLE[contents.kind]} ${contents.number}`, CreationDate: contents.issuedAt },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  draw(document, contents);
  document.end();
  return done;
}

function draw(document: PDFKit.PDFDocument, contents: InvoiceContents): void {
  document.font('Helvetica-Bold').fontSize(20).text(TITLE[contents.kind], LEFT, 56);
  document.font('Helvetica').fontSize(10).fillColor('#444444');
  document.text(contents.issuer.map(latin1).join('\n'), 320, 56, { width: RIGHT - 320, align: 'right' });
  document
    .fillColor('#000000')
    .text(
      [
        `Number: ${contents.number}`,
        `Date: ${contents.issuedAt.toISOString().slice(0, 10)}`,
        `Order: ${contents.orderNumber}`,
        '',
        'Billed to:',
        ...contents.customer.map(latin1),
      ].join('\n'),
      LEFT,
      110,
    );
  const top = 250;
  rule(document, top - 8);
  document.font('Helvetica-Bold').text('Description', LEFT, top);
  document.text('Amount', 400, top, { width: RIGHT - 400, align: 'right' });
  rule(document, top + 18);
  document.font('Helvetica').text(latin1(contents.description), LEFT, top + 28, { width: 330 });
  document.text(money(contents), 400, top + 28, { width: RIGHT - 400, align: 'right' });
  rule(document, top + 60);
  document.font('Helvetica-Bold').text('Total', LEFT, top + 70);
  document.text(money(contents), 400, top + 70, { width: RIGHT - 400, align: 'right' });
}

function rule(document: PDFKit.PDFDocument, y: number): void {
  document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#999999').stroke();
}

const money = ({ amountCents, currency }: InvoiceContents): string =>
  `${(amountCents / 100).toFixed(2)} ${currency}`;

/** Control characters would move the pen; what the font lacks would come out as something else. */
const latin1 = (text: string): string => text.replace(/\p{Cc}/gu, ' ').replace(/[^\u0020-\u00ff]/gu, '?');
