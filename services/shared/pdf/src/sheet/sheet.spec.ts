import { renderPdf } from './sheet.ts';

const facts = { title: 'A paper', createdAt: new Date('2026-11-27T12:00:00Z') };
const rendered = async (text: string): Promise<string> =>
  (await renderPdf(facts, (sheet) => sheet.text(text, 50, 50, { width: 400 }))).toString('latin1');
/** The fonts that a document holds. */
const fontsIn = (pdf: string): string[] =>
  [...new Set([...pdf.matchAll(/\/BaseFont \/[A-Z]+\+([A-Za-z]+)/g)].map(([, name]) => name!))].sort();

describe('a sheet', () => {
  it.each([
    ['Grüße, Straße 5', ['NotoSans']],
    ['Магазин Ελλάδα', ['NotoSans']],
    ['متجر', ['NotoSansArabic']],
    ['חנות', ['NotoSansHebrew']],
    ['ร้านค้า', ['NotoSansThai']],
    ['商店', ['NotoSansSC']],
    ['상점', ['NotoSansKR']],
    ['Shop 商店', ['NotoSans', 'NotoSansSC']],
  ])('writes %s in fonts that have it', async (text, families) => {
    const fonts = fontsIn(await rendered(text)).map((name) =>
      name.replace(/(?:Regular|Thin|Light|Bold)$/, ''),
    );
    expect([...new Set(fonts)]).toEqual(families);
  });

  it('writes a question mark for what no font has', async () => {
    expect(fontsIn(await rendered('\u{10fffd}'))).toHaveLength(1);
  });

  it('is the same each time', async () => {
    const draw = () => rendered('Once and again');
    expect(await draw()).toBe(await draw());
  });

  it('cuts what is too wide, however long it is, and breaks lines between words', async () => {
    const widths: number[] = [];
    let lines = 0;
    await renderPdf(facts, (sheet) => {
      sheet.text('x'.repeat(100_000), 50, 50, { width: 100 });
      widths.push(sheet.widthOf('wide enough', { size: 10 }));
      lines = (sheet.paragraph('word '.repeat(60), 50, 100, 200) - 100) / 14;
    });
    expect(widths.at(-1)).toBeGreaterThan(40);
    expect(lines).toBeGreaterThan(4);
    expect(lines).toBeLessThan(20);
  });

  it('is moved by no control character', async () => {
    await expect(rendered('a\u0000\n\r\t\u202eb\u2028c')).resolves.toContain('%PDF');
  });
});
