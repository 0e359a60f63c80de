import { jest } from '@jest/globals';
import { compileRuleSet, STEPS_PER_SLICE, UNFINISHED } from '../index.ts';
import { Entry } from '../model/entry.ts';

const CONNECTION = {
  id: 'garbage',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};
const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecArgumentsLimit 100000
SecRule ARGS|ARGS_NAMES "@rx wor(d|t)x" "id:1,phase:2,pass,t:urlDecodeUni,t:lowercase"
SecRule ARGS:id "@rx ^zz" "id:2,phase:2,pass"
SecRule ARGS|!ARGS:note "@rx (?:nothing){2}" "id:3,phase:2,pass"
SecRule ARGS "@rx ^many$" "id:4,phase:2,pass,chain"
SecRule MATCHED_VARS "!@rx ^many$"`;
const FORM = 'application/x-www-form-urlencoded';
const LONG = 300_000;

const site = compileRuleSet([{ name: 'garbage.conf', text: RULES }], {}).withOverlay({});

/** Its slices. */
function judge(body: string, steps: number, afterEach: () => void = () => undefined): number {
  const transaction = site.beginSlicedTransaction(CONNECTION, steps);
  transaction.requestLine('POST', '/', 'HTTP/1.1');
  transaction.requestHeaders(['Content-Type', FORM]);
  transaction.requestBodyChunk(Buffer.from(body, 'latin1'));
  let slices = 1;
  for (let answer = transaction.requestBody(); answer === UNFINISHED; slices++) {
    answer = transaction.resume();
    afterEach();
  }
  transaction.logging();
  return slices;
}

describe('a slice', () => {
  it('does not end with a view of an array: the collector takes longer for them than the slice', () => {
    const body = `a=${'words and Words '.repeat(LONG / 16)}`;
    judge(body, 2_000);
    const arrays = Object.getPrototypeOf(Int32Array.prototype) as Int32Array;
    const subarray = jest.spyOn(arrays, 'subarray');
    try {
      const slices = judge(body, 2_000);
      expect(slices).toBeGreaterThan(200);
      expect(subarray.mock.calls.length).toBeLessThan(slices / 10);
    } finally {
      subarray.mockRestore();
    }
  });

  it('does not put a name into lower case that is longer than every name that rules ask for', () => {
    const lowered: number[] = [];
    const original = Object.getOwnPropertyDescriptor(Entry.prototype, 'lowerKey')!;
    const lowerKey = jest.spyOn(Entry.prototype, 'lowerKey', 'get').mockImplementation(function (
      this: Entry,
    ) {
      lowered.push((this.key ?? '').length);
      return original.get!.call(this) as string;
    });
    try {
      judge(`${'Words%2C'.repeat(LONG / 8)}=wordx&ID=zz&note=1`, STEPS_PER_SLICE);
    } finally {
      lowerKey.mockRestore();
    }
    expect(lowered.length).toBeGreaterThan(0);
    expect(Math.max(...lowered)).toBeLessThan(1_000);
  });

  it('does not make all of MATCHED_VARS, of which a body has tens of thousands', () => {
    let named = 0;
    let most = 0;
    const original = Object.getOwnPropertyDescriptor(Entry.prototype, 'name')!;
    const name = jest.spyOn(Entry.prototype, 'name', 'get').mockImplementation(function (this: Entry) {
      named++;
      return original.get!.call(this) as string;
    });
    try {
      judge('a=many&'.repeat(40_000), STEPS_PER_SLICE, () => {
        most = Math.max(most, named);
        named = 0;
      });
    } finally {
      name.mockRestore();
    }
    expect(most).toBeGreaterThan(1_000);
    expect(most).toBeLessThan(20_000);
  });
});
