import { zipOf } from '../../test-support/zip.ts';
import { withoutMemberNames } from './archive-names.ts';

const textOf = (...names: string[]) => withoutMemberNames(zipOf(...names)).toString('latin1');

it.each([
  'META-INF/MANIFEST.MF',
  'META-INF/services/org.example.Plug$Inner',
  'org/example/Main$1.class',
  'word/document.xml',
])('an archive’s member %s is told of by no name', (name) => {
  expect(textOf(name, name)).not.toContain(name.slice(0, 8));
});

it.each([
  '../../etc/passwd',
  '/etc/passwd',
  "1' UNION SELECT password FROM users--",
  '<script>alert(1)</script>',
  'cat$IFS/etc/passwd',
  'a;id',
])('what is more than a place stays: %s', (name) => {
  expect(textOf('a.txt', name)).toContain(name);
});

it('bytes that are no archive are as they were, and what is cut off stays', () => {
  const text = Buffer.from('x PK\x03\x04 META-INF/MANIFEST.MF');
  expect(withoutMemberNames(text)).toBe(text);
  const cut = zipOf('META-INF/MANIFEST.MF').subarray(0, 40);
  expect(withoutMemberNames(cut)).toEqual(cut);
});
