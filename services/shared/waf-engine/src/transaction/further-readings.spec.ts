import { runToEnd } from '../body-processors/pausable.ts';
import { parseUrlEncoded } from '../body-processors/urlencoded.ts';
import { compileProgram } from '../compiler/compile.ts';
import { TransactionBodySink } from './body-sink.ts';
import { parseCookies } from './cookies.ts';
import { findFurtherReadings, nothingIsRemarkable } from './further-readings.ts';
import { processRequestBody } from './process-request-body.ts';
import { parseRequestLine } from './request-facts.ts';
import { TransactionState } from './state.ts';
import { TxValues } from './tx-values.ts';

const PROGRAM = compileProgram(
  [{ name: 'further.conf', text: 'SecRuleEngine On\nSecRequestBodyAccess On\nSecRequestBodyReadings On' }],
  {},
);
const SITE = { mode: 'On', exclusions: null, tx: new TxValues(new Map()), plan: [] } as const;
const CONNECTION = { id: 'f', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 };

/** A request with this value at a place of it, beside so many plain arguments. */
function requestWith(place: string, value: string, others: number): TransactionState {
  const state = new TransactionState(PROGRAM, SITE, CONNECTION, {});
  const plain = Array.from({ length: others }, (_, index) => `a${index}=plain+word`).join('&');
  const coded = value.replace(/./gs, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const query = place === 'query' ? `q=${coded}` : place === 'name' ? `${coded}=1` : 'q=1';
  state.phase = 2;
  state.request = parseRequestLine('POST', `/p?${query}`, 'HTTP/1.1');
  parseUrlEncoded(state.request.queryString, '&', new TransactionBodySink(state));
  state.requestHeaders.add('X-Note', place === 'header' ? value : 'plain');
  const cookie = place === 'cookie' ? `c=${value}; d=1` : 'c=1';
  state.requestHeaders.add('Cookie', cookie);
  parseCookies(cookie, state.cookies);
  const inBody = place === 'form' ? `&f=${coded}` : place === 'form name' ? `&${coded}=1` : '';
  state.body.processorName = 'URLENCODED';
  state.body.append(Buffer.from(`${plain}${inBody}`, 'latin1'));
  runToEnd(processRequestBody(state));
  return state;
}

const VALUES = [
  'plain',
  'two words',
  '{"a":"b"}',
  ' ["x"]',
  '"q"',
  '%2527',
  '%41',
  '\xef\xbc\x87',
  '/* */{"a":1}',
  ')x',
  'j:{}',
];
const PLACES = ['query', 'name', 'header', 'cookie', 'form', 'form name'];

describe('the look that says that nothing is remarkable', () => {
  it.each([0, 1, 60, 61, 62, 63, 64, 65, 400])(
    'says so of no request with %i arguments that has more in it',
    (others) => {
      let dismissed = 0;
      let found = 0;
      for (const place of PLACES)
        for (const value of VALUES) {
          const says = nothingIsRemarkable(requestWith(place, value, others));
          const naive = requestWith(place, value, others);
          runToEnd(findFurtherReadings(naive));
          if (says) {
            expect({ place, value, readings: naive.furtherReadings }).toEqual({ place, value, readings: [] });
            dismissed++;
          }
          if (naive.furtherReadings.length > 0) found++;
        }
      expect(found).toBeGreaterThan(7);
      if (others <= 60) expect(dismissed).toBeGreaterThan(0);
      if (others >= 65) expect(dismissed).toBe(0);
    },
  );
});
