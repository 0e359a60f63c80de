import { compileRuleSet, STEPS_PER_SLICE, UNFINISHED } from '../index.ts';

const CONNECTION = { id: 'w', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 };
const RULES = `SecRequestBodyAccess On
SecRequestBodyLimit 10000000
SecRequestBodyNoFilesLimit 10000000
SecRule ARGS "@rx bad+ness" "id:1,phase:2,deny,status:403,t:urlDecodeUni,t:htmlEntityDecode,t:jsDecode,t:lowercase"`;
/** Every transformation changes it. */
const DEAR = '%2541&#66;\\x43'.repeat(60_000);

function judge(settings: string, body: string) {
  const transaction = compileRuleSet([{ name: 'work.conf', text: `${settings}\n${RULES}` }])
    .withOverlay({})
    .beginSlicedTransaction(CONNECTION, STEPS_PER_SLICE);
  transaction.requestLine('POST', '/', 'HTTP/1.1');
  transaction.requestHeaders(['Content-Type', 'application/x-www-form-urlencoded']);
  transaction.requestBodyChunk(Buffer.from(body, 'latin1'));
  let answer = transaction.requestBody();
  let slices = 1;
  for (; answer === UNFINISHED; slices++) answer = transaction.resume();
  transaction.logging();
  return { answer, slices, audit: transaction.audit() };
}

const form = `a=${encodeURIComponent(DEAR)}badness`;

describe('SecRequestWorkLimit', () => {
  it('ends what takes more steps than its length allows, and says so', () => {
    const { answer, slices, audit } = judge('SecRuleEngine On\nSecRequestWorkLimit 1', form);
    expect(answer).toEqual({ action: 'deny', status: 413, ruleId: 0, phase: 2 });
    expect(audit.bodyError).toBe('Request takes more work to inspect than its length allows.');
    expect(slices).toBeLessThan(judge('SecRuleEngine On', form).slices);
  });

  it('lets whoever only remarks go on, without having looked at the rest', () => {
    const { answer, audit } = judge('SecRuleEngine DetectionOnly\nSecRequestWorkLimit 1', form);
    expect(answer).toBeNull();
    expect(audit.wouldInterrupt).toMatchObject({ status: 413, ruleId: 0 });
  });

  it('does not concern what any request may cost', () => {
    const short = `a=${encodeURIComponent(DEAR.slice(0, 50_000))}badness`;
    expect(judge('SecRuleEngine On\nSecRequestWorkLimit 1', short).answer).toMatchObject({ ruleId: 1 });
  });

  it.each([
    ['allows', 300_000, null],
    ['ends', 1_500_000, 413],
  ])('%s what only lacks states, of %i bytes', (_, length, status) => {
    // Sixteen letters each are a state of their own: more than are kept, so that the rest is simulated.
    const rule = 'SecRule ARGS "@rx a[ab]{16}c" "id:2,phase:2,deny,status:403"';
    let random = 7;
    const letters = Array.from({ length }, () => {
      random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
      return random & 0x10000 ? 'a' : 'b';
    });
    const { answer } = judge(`SecRuleEngine On\nSecRequestWorkLimit 1\n${rule}`, `a=${letters.join('')}`);
    expect(answer === null ? null : (answer as { status: number }).status).toBe(status);
  });

  it('is off unless it is set', () => {
    expect(judge('SecRuleEngine On', form).answer).toMatchObject({ status: 403, ruleId: 1 });
  });
});
