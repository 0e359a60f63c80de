import { runToEnd } from '../../model/pausable.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';
import { undoPercent } from './undo-percent.ts';

const undo = (text: string) => runToEnd(undoPercent(text, { steps: 0, isSliceOver: false }));

/** As many rounds as it takes. */
function slowly(text: string): string {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return decoded === text ? text : slowly(decoded);
}

describe('percent escapes of percent escapes', () => {
  it.each([
    ['%27', "'"],
    ['%252527', "'"],
    ['%25252525252527', "'"],
    ['%%32%37', "'"],
    ['%2%35%3237', '#7'],
    ['50% off, 100%', '50% off, 100%'],
    ['%', '%'],
    ['%zz%4', '%zz%4'],
  ])('%s', (text, undone) => {
    expect(undo(text).text).toBe(undone);
  });

  it('is what decoding again and again comes to', () => {
    const signs = '%%%2357a';
    let seed = 1;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed >> 8;
    };
    for (let round = 0; round < 5_000; round++) {
      const text = Array.from({ length: 14 }, () => signs[random() % signs.length]).join('');
      const wasNested = slowly(text) !== percentDecode(text, false);
      expect([text, undo(text)]).toEqual([text, { text: slowly(text), wasNested }]);
    }
  });
});
