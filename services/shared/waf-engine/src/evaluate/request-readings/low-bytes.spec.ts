import fc from 'fast-check';
import { runToEnd } from '../../model/pausable.ts';
import { lowBytes } from './low-bytes.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const read = (text: string) => runToEnd(lowBytes(text, { steps: 0, isSliceOver: false }));

describe('low bytes', () => {
  it('are what stays of characters beside a broken escape', () => {
    expect(read(bytes('\uff3cscript\u013e%z%41'))).toBe('<script>%zA');
    expect(read(bytes('\uff3c+%ff'))).toBe('< \xff');
  });

  it('are none where all escapes are well, or nothing is wide', () => {
    expect(read(bytes('\uff3cscript%3e'))).toBeNull();
    expect(read(bytes('\uff3cscript%e2%82%ac'))).toBeNull();
    expect(read(bytes('\uff3cscript'))).toBeNull();
    expect(read(bytes('\uff3cscript%z'))).toBeNull();
    expect(read('<script%z')).toBeNull();
  });

  it('are those that Node hands to an application', () => {
    const unit = fc.constantFrom(
      'a',
      '+',
      '%',
      '%3c',
      '%e2',
      '%82%ac',
      '%ed%a0%80',
      'é',
      '\uff3c',
      '😀',
      '\u013e',
    );
    const byte = fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code));
    let found = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(unit.map(bytes), byte), { maxLength: 8 }), (units) => {
        const coded = units.join('');
        const inNode = new URLSearchParams(`a=${Buffer.from(coded, 'latin1').toString('utf8')}`).get('a')!;
        const ours = read(coded);
        if (ours === null) return;
        found++;
        expect(Buffer.from(ours, 'latin1').toString('utf8')).toBe(inNode);
      }),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(100);
  });
});
