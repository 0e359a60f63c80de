import { cellsOf, isPathCell, separatorOf } from './table-cells.ts';

const cells = (text: string, separator: string) => [...cellsOf(text, separator)].map((cell) => cell.text);

it.each([
  ['id,ref,qty\r\n1,"a, b",2\r\n', ','],
  ['id;Name of it;qty\n1;"a ""b"" c";2\n', ';'],
  ['id\tref\n1\tx', '\t'],
  ['"id","ref"\n"1","a\nb"\n', ','],
])('%j is a table', (text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});

it.each([
  ['one line', 'id,ref,qty'],
  [
    'a sentence over two lines',
    'Kate asked, and I posted some code and hints on\nhow to work around it, too',
  ],
  ['a greeting', 'Dear Tom,\nthanks for all the tea and the cake that you have sent'],
  ['lines of different numbers of cells', 'id,ref\n1,2,3'],
  ['nothing', ''],
])('%s is none', (_what, text) => {
  expect(separatorOf(text)).toBeNull();
});

it('takes cells without their quotes, and line by line', () => {
  expect(cells('id,ref\r\n1,"a, ""b""\nc"\r\n2,d', ',')).toEqual(['id', 'ref', '1', 'a, "b"\nc', '2', 'd']);
  expect([...cellsOf('a;b\nc', ';')].map(({ isLast }) => isLast)).toEqual([false, true, true]);
  expect(cells('"open', ',')).toEqual(['open']);
  expect(cells('"x" or 1=1--,2', ',')).toEqual(['x or 1=1--', '2']);
});

it.each(['/etc/hosts', '/usr/local/bin/run.sh', '../shared/logo.svg', 'src/a.ts'])(
  '%s is a path alone',
  (cell) => {
    expect(isPathCell(cell)).toBe(true);
  },
);

it.each([
  '../../etc/passwd',
  'src/../../a',
  '/etc/passwd\0',
  '//evil.example/a',
  '/a;id',
  'file:///etc/passwd',
  '/..%2f',
  '../.ssh/id_rsa',
])('%j is more than a path', (cell) => {
  expect(isPathCell(cell)).toBe(false);
});
