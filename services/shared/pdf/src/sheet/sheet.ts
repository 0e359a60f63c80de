import PDFDocument from 'pdfkit';
import { FontShelf, type Run, type Weight } from '../fonts/font-shelf.ts';

/** A4 in points. */
export const PAGE = { width: 595, height: 842, left: 56, right: 539, bottom: 790 } as const;

export const INK = { text: '#14211b', muted: '#566159', line: '#d5d8d0' } as const;

export interface Style {
  size?: number;
  weight?: Weight;
  colour?: string;
}

interface Placed extends Style {
  /** Text that is wider ends in an ellipsis. */
  width?: number;
  align?: 'left' | 'right' | 'centre';
}

export interface DocumentFacts {
  title: string;
  createdAt: Date;
}

/** No text of a document is longer; who would read on. */
const MAX_CHARACTERS = 600;
const LINE_HEIGHT = 1.4;

/**
 * Draws a document, and draws it again once the fonts of all that it says are there. What `draw` does depends on nothing but
 * what it is given.
 */
export async function renderPdf(facts: DocumentFacts, draw: (sheet: Sheet) => void): Promise<Buffer> {
  const shelf = new FontShelf();
  for (;;) {
    const sheet = new Sheet(facts, shelf);
    draw(sheet);
    if (!(await shelf.fetch())) return await sheet.finish();
  }
}

/** A page to draw on: texts in any script, lines, boxes. Places are in points from the left upper corner of the page. */
export class Sheet {
  private readonly document: PDFKit.PDFDocument;
  private readonly chunks: Buffer[] = [];
  private readonly registered = new Set<string>();
  private readonly done: Promise<Buffer>;
  private readonly shelf: FontShelf;

  constructor({ title, createdAt }: DocumentFacts, shelf: FontShelf) {
    this.shelf = shelf;
    this.document = new PDFDocument({
      size: 'A4',
      margin: 0,
      // No font of its own, which would be read from a disk.
      font: undefined,
      info: { Title: title, CreationDate: createdAt },
    });
    this.done = new Promise<Buffer>((resolve, reject) => {
      this.document.on('data', (chunk: Buffer) => this.chunks.push(chunk));
      this.document.on('end', () => resolve(Buffer.concat(this.chunks)));
      this.document.on('error', reject);
    });
  }

  /** One line. @param y its upper edge */
  text(text: string, x: number, y: number, { width, align = 'left', ...style }: Placed = {}): void {
    const said = text.slice(0, MAX_CHARACTERS);
    const shown = width === undefined ? said : this.cut(said, width, style);
    const drawn = this.widthOf(shown, style);
    const room = Math.max(0, (width ?? drawn) - drawn);
    const start = x + { left: 0, centre: room / 2, right: room }[align];
    this.drawRuns(this.shelf.runsOf(shown, style.weight ?? 'regular'), start, y, style);
  }

  /** Lines broken between words. @returns where the next line would begin */
  paragraph(text: string, x: number, y: number, width: number, style: Style = {}): number {
    const size = style.size ?? 10;
    let line = '';
    let at = y;
    const put = (words: string) => {
      this.text(words, x, at, { ...style, width });
      at += size * LINE_HEIGHT;
    };
    for (const word of text.slice(0, MAX_CHARACTERS).split(/\s+/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && this.widthOf(longer, style) > width) {
        put(line);
        line = word;
      } else line = longer;
    }
    if (line !== '') put(line);
    return at;
  }

  widthOf(text: string, { size = 10, weight = 'regular' }: Style = {}): number {
    let width = 0;
    for (const run of this.shelf.runsOf(text, weight)) {
      // Not here yet: the document is drawn again.
      if (this.use(run)) width += this.document.fontSize(size).widthOfString(run.text);
    }
    return width;
  }

  line(
    from: readonly [number, number],
    to: readonly [number, number],
    colour: string = INK.line,
    width = 0.5,
  ): void {
    this.document
      .moveTo(...from)
      .lineTo(...to)
      .lineWidth(width)
      .strokeColor(colour)
      .stroke();
  }

  /** A line through points. */
  polyline(points: readonly (readonly [number, number])[], colour: string, width = 1.5): void {
    const [first, ...rest] = points;
    if (first === undefined) return;
    this.document.moveTo(...first);
    for (const point of rest) this.document.lineTo(...point);
    this.document.lineWidth(width).lineJoin('round').strokeColor(colour).stroke();
  }

  box(x: number, y: number, width: number, height: number, colour: string, radius = 0): void {
    if (width <= 0 || height <= 0) return;
    const round = Math.min(radius, width / 2, height / 2);
    if (round > 0) this.document.roundedRect(x, y, width, height, round);
    else this.document.rect(x, y, width, height);
    this.document.fillColor(colour).fill();
  }

  dot(x: number, y: number, radius: number, colour: string): void {
    this.document.circle(x, y, radius).fillColor(colour).fill();
  }

  /** A picture as large as fits. @param bytes PNG or JPEG that `readPicture` has let through */
  picture(bytes: Buffer, x: number, y: number, fit: readonly [width: number, height: number]): void {
    this.document.image(bytes, x, y, { fit: [...fit] });
  }

  newPage(): void {
    this.document.addPage();
  }

  finish(): Promise<Buffer> {
    this.document.end();
    return this.done;
  }

  private drawRuns(
    runs: readonly Run[],
    x: number,
    y: number,
    { size = 10, colour = INK.text }: Style,
  ): void {
    let at = x;
    for (const run of runs) {
      if (!this.use(run)) continue;
      const width = this.document.fontSize(size).widthOfString(run.text);
      this.document
        .fillColor(colour)
        .text(run.text, at, y + size, { lineBreak: false, baseline: 'alphabetic' });
      at += width;
    }
  }

  private use({ font }: Run): boolean {
    const bytes = this.shelf.bytesOf(font);
    if (bytes === null) return false;
    if (!this.registered.has(font)) {
      this.document.registerFont(font, bytes);
      this.registered.add(font);
    }
    this.document.font(font);
    return true;
  }

  private cut(text: string, width: number, style: Style): string {
    if (this.widthOf(text, style) <= width) return text;
    const characters = [...text];
    // Widths grow with the number of characters, more or less: halving finds the most that fit.
    let [fits, tooMany] = [0, characters.length];
    while (tooMany - fits > 1) {
      const middle = (fits + tooMany) >> 1;
      if (this.widthOf(`${characters.slice(0, middle).join('')}…`, style) <= width) fits = middle;
      else tooMany = middle;
    }
    return `${characters.slice(0, fits).join('').trimEnd()}…`;
  }
}
