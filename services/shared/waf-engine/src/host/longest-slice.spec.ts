import { countSteps } from '../../test/support/count-steps.ts';
import { compileRuleSet, type SiteRuleSet, STEPS_PER_SLICE, UNFINISHED } from '../index.ts';
import type { RuleTransaction } from './transaction.ts';

const CONNECTION = {
  id: 'longest',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};
/** Each way to examine a value, with and without a match. */
const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyReadings On
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:10,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule ARGS|ARGS_NAMES "@rx (w)ord.*(z)z" "id:1,phase:2,pass,capture,t:urlDecodeUni,t:htmlEntityDecode,t:lowercase"
SecRule ARGS "@rx (?:(\\w)|(\\W))+zz" "id:2,phase:2,pass,capture,t:jsDecode,t:cssDecode,t:compressWhitespace"
SecRule ARGS "@rx (?<=zz)(z)\\1" "id:3,phase:2,pass,t:utf8toUnicode,t:cmdLine,t:normalisePath"
SecRule ARGS|REQUEST_READINGS "@detectSQLi" "id:4,phase:2,pass,t:removeNulls"
SecRule ARGS|REQUEST_READINGS "@detectXSS" "id:5,phase:2,pass,multiMatch,t:replaceComments,t:removeWhitespace"
SecRule ARGS|REQUEST_BODY "@pm nothing zzz" "id:6,phase:2,pass,t:none"
SecRule ARGS "@verifyCC \\d{13,16}" "id:7,phase:2,pass"
SecRule ARGS:/^.*z$/ "@rx ." "id:8,phase:2,pass"`;
const LONG = 300_000;
const FORM = 'application/x-www-form-urlencoded';
const WORDS = 'a word, or %41 two 4111 ';

const BODIES: readonly (readonly [name: string, type: string, body: string])[] = [
  ['one value of words', FORM, `a=${WORDS.repeat(LONG / WORDS.length)}zzzz`],
  ['one name of words', FORM, `${WORDS.repeat(LONG / WORDS.length)}z=zzz`],
  ['one value of escapes', FORM, `a=${'%26lt%3b%5cx41'.repeat(LONG / 14)}`],
  ['JSON of one text', 'application/json', `["${'word \\u0041 \\\\x41 '.repeat(LONG / 18)}zz"]`],
  ['a text without a type', 'text/plain', `${WORDS.repeat(LONG / WORDS.length)}zzzz`],
  ['many names', FORM, Array.from({ length: LONG / 10 }, (_, at) => `n${at}z=zz`).join('&')],
];

/** The maximum steps counted by the engine, and bytes examined by string methods, between two pauses. */
function longestSlice(
  site: SiteRuleSet,
  type: string,
  body: string,
): { counted: number; looked: number; slices: number } {
  const transaction = site.beginSlicedTransaction(CONNECTION, STEPS_PER_SLICE) as RuleTransaction;
  transaction.requestLine('POST', '/', 'HTTP/1.1');
  transaction.requestHeaders(['Content-Type', type]);
  transaction.requestBodyChunk(Buffer.from(body, 'latin1'));
  let [counted, looked, slices] = [0, 0, 0];
  for (let isOver = false; !isOver; slices++) {
    const before = transaction.matcherSteps;
    const bytes = countSteps(() => {
      isOver = (slices === 0 ? transaction.requestBody() : transaction.resume()) !== UNFINISHED;
    });
    looked = Math.max(looked, bytes);
    counted = Math.max(counted, transaction.matcherSteps - before);
  }
  transaction.logging();
  return { counted, looked, slices };
}

describe.each(['indexed', 'naive'] as const)('evaluation %s', (evaluation) => {
  const site = compileRuleSet([{ name: 'longest.conf', text: RULES }], { evaluation }).withOverlay({});

  it.each(BODIES)('takes short slices for %s', (_name, type, body) => {
    // Automata build their states first.
    longestSlice(site, type, body);
    const { counted, looked, slices } = longestSlice(site, type, body);
    expect(slices).toBeGreaterThan(5);
    // What reads a value once at a stretch counts for itself, and its slice does nothing else.
    expect(counted).toBeLessThan(STEPS_PER_SLICE * 1.25 + 4 * body.length);
    // In a text without a type a dozen signs are searched for natively, at a tenth of a step per byte.
    expect(looked).toBeLessThan(STEPS_PER_SLICE * 1.25 + 12 * body.length);
  });
});
