import { compileRuleSet, type SiteRuleSet, UNFINISHED } from '../index.ts';

const CONNECTION = {
  id: 'slices',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};
const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecRule ARGS "@rx at+ack" "id:1,phase:2,pass,t:lowercase,msg:'seen',setvar:tx.hits=+1"
SecRule ARGS "@rx no(?:thing|body)" "id:2,phase:2,deny,status:403"
SecRule TX:hits "@ge 3" "id:3,phase:2,deny,status:406,msg:'%{tx.hits} hits'"
SecRule TX:hits "@ge 1" "id:4,phase:5,pass,msg:'in all %{tx.hits}'"`;

const open = (): SiteRuleSet => compileRuleSet([{ name: 'slices.conf', text: RULES }]).withOverlay({});
const TARGET = `/?${Array.from({ length: 40 }, (_, index) => `a${index}=${index % 10 === 0 ? 'an ATTACK' : `x${index}`}`).join('&')}`;

function begin(site: SiteRuleSet, steps: number) {
  const transaction = site.beginSlicedTransaction(CONNECTION, steps);
  transaction.requestLine('GET', TARGET, 'HTTP/1.1');
  expect(transaction.requestHeaders(['Host', 'a.example'])).toBeNull();
  return transaction;
}

describe('a transaction in slices', () => {
  it('is unfinished until the phase is over, and then has the same answer and record', () => {
    const site = open();
    const whole = site.beginTransaction(CONNECTION);
    whole.requestLine('GET', TARGET, 'HTTP/1.1');
    whole.requestHeaders(['Host', 'a.example']);
    expect(whole.requestBody()).toMatchObject({ status: 406, ruleId: 3 });
    whole.logging();

    const sliced = begin(site, 20);
    let answer = sliced.requestBody();
    let slices = 1;
    for (; answer === UNFINISHED; slices++) answer = sliced.resume();
    expect(slices).toBeGreaterThan(10);
    expect(answer).toMatchObject({ status: 406, ruleId: 3 });
    expect(sliced.resume()).toBe(answer);
    sliced.logging();
    expect(sliced.audit()).toEqual(whole.audit());
    expect(sliced.audit().matches.map(({ message }) => message)).toContain('in all 4');
  });

  it('takes one slice where that is long enough', () => {
    const transaction = begin(open(), 1_000_000);
    expect(transaction.requestBody()).toMatchObject({ ruleId: 3 });
  });

  it('finishes a phase that nobody waited for, so that no rule is left out', () => {
    const transaction = begin(open(), 20);
    expect(transaction.requestBody()).toBe(UNFINISHED);
    expect(transaction.responseHeaders(200, 'HTTP/1.1', [])).toMatchObject({ ruleId: 3 });
  });

  it('gives an unfinished phase up when it is to log, and then nothing goes on', () => {
    const transaction = begin(open(), 20);
    expect(transaction.requestBody()).toBe(UNFINISHED);
    transaction.logging();
    expect(transaction.audit().interruption).toBeNull();
    expect(transaction.resume()).toBeNull();
    expect(transaction.audit().matches.map(({ ruleId }) => ruleId)).not.toContain(3);
  });

  it('keeps transactions apart that take turns', () => {
    const site = open();
    const turns = [13, 20, 33, 47].map((steps) => begin(site, steps));
    const answers = turns.map((transaction) => transaction.requestBody());
    while (answers.includes(UNFINISHED)) {
      for (const [index, transaction] of turns.entries())
        if (answers[index] === UNFINISHED) answers[index] = transaction.resume();
    }
    for (const [index, transaction] of turns.entries()) {
      expect(answers[index]).toMatchObject({ status: 406, ruleId: 3 });
      transaction.logging();
      expect(transaction.audit()).toEqual(turns[0]!.audit());
    }
  });
});
