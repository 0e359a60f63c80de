import { StepBudget } from '@palisade/regex';
import { runToEnd } from '../../model/pausable.ts';
import { jsonProcessor } from '../body-processors/json.ts';
import type { BodySink } from '../body-processors/types.ts';
import { BodyState } from './body-state.ts';

/** Around the size from which on a body is held as strings. */
const SIZES = [0, 1, 100, 65_535, 65_536, 65_537, 200_000];

const bytesOf = (size: number) => Buffer.from(Array.from({ length: size }, (_, at) => (at * 7) & 0xff));

describe('a body', () => {
  it.each(SIZES)('of %i bytes is the same as text and as bytes, in whatever pieces it came', (size) => {
    const whole = bytesOf(size);
    for (const piece of [1000, 40_000, 300_000]) {
      for (const asksForTextFirst of [false, true]) {
        const body = new BodyState(Number.POSITIVE_INFINITY);
        for (let at = 0; at < size; at += piece) body.append(whole.subarray(at, at + piece));
        expect(body.length).toBe(size);
        if (asksForTextFirst) expect(body.text.length).toBe(size);
        expect(Buffer.compare(body.bytes().bytes.subarray(0, size), whole)).toBe(0);
        // A processor writes behind it.
        body.bytes().append('what had escapes');
        expect(body.text === whole.toString('latin1')).toBe(true);
        body.release();
        expect(body.text).toBe('');
      }
    }
  });

  it('keeps no more than its limit', () => {
    const body = new BodyState(70_000);
    body.append(bytesOf(60_000));
    body.append(bytesOf(60_000));
    expect([body.length, body.bytesTotal, body.limitExceeded]).toEqual([70_000, 120_000, true]);
    expect(body.text.length).toBe(70_000);
  });

  it('does not share what it holds with one that is still read', () => {
    const [first, second] = [new BodyState(1000), new BodyState(1000)];
    first.append(Buffer.from('first'));
    second.append(Buffer.from('second'));
    first.release();
    first.release();
    const [third, fourth] = [new BodyState(1000), new BodyState(1000)];
    third.append(Buffer.from('third'));
    fourth.append(Buffer.from('fourth'));
    expect([second.text, third.text, fourth.text]).toEqual(['second', 'third', 'fourth']);
  });

  it('is read as JSON when it is large', () => {
    const values = Array.from({ length: 6000 }, (_, index) => `value ${index} \\ "`);
    const body = new BodyState(Number.POSITIVE_INFINITY);
    body.append(Buffer.from(JSON.stringify(values)));
    expect(body.length).toBeGreaterThan(100_000);
    const found: string[] = [];
    const sink = {
      budget: new StepBudget(),
      argumentsLeft: () => Number.POSITIVE_INFINITY,
      packedArguments: (packed) => found.push(...packed.entries('ARGS').map(({ value }) => value)),
    } satisfies Partial<BodySink> as unknown as BodySink;
    const limits = {
      jsonDepth: 8,
      argumentSeparator: '&',
      fileCount: 2,
      bodyWithoutFiles: 0,
      everyReading: false,
    };
    expect(runToEnd(jsonProcessor({ body, contentType: '', limits }, sink))).toBeNull();
    expect(found).toEqual(values);
  });
});
