import { csvLine } from './csv.ts';

describe('CSV', () => {
  it('quotes every cell and doubles quotes', () => {
    expect(csvLine(['a', 'b "c"', 'd,e\nf', 7, null, ''])).toBe('"a","b ""c""","d,e\nf","7","",""\r\n');
  });

  it.each(['=HYPERLINK("http://evil.example")', '+1', '-1+1|cmd', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
    'does not let a spreadsheet run %j',
    (text) => {
      expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
    },
  );

  it('leaves harmless text and numbers as they are', () => {
    expect(csvLine(['/a=b', -5])).toBe('"/a=b","-5"\r\n');
  });
});
