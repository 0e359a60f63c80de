import {
  type AuditRecord,
  compileRuleSet,
  type SiteRuleSet,
  type SlicedTransaction,
  type Transaction,
  UNFINISHED,
} from '@palisade/waf-engine';
import fc from 'fast-check';
import { loadManagedRules, sensitivityVariables } from './index.ts';

/** Rule by rule, and as sites run it, where a document's values are looked at in passing. */
const open = (evaluation: 'naive' | 'indexed'): SiteRuleSet[] => {
  const ruleSet = compileRuleSet(loadManagedRules(), { evaluation });
  return (['low', 'medium', 'high'] as const).map((sensitivity) =>
    ruleSet.withOverlay({ tx: sensitivityVariables(sensitivity) }),
  );
};

const CONNECTION = {
  id: 'test',
  clientAddress: '192.0.2.1',
  clientPort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
};
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

function begin(transaction: Transaction | SlicedTransaction, body: string, type: string): void {
  transaction.requestLine('POST', '/api?page=1', 'HTTP/1.1');
  transaction.requestHeaders(['Host', 'a.example', 'Content-Type', type]);
  transaction.requestBodyChunk(new TextEncoder().encode(body));
}

function send(site: SiteRuleSet, body: string, type: string): AuditRecord {
  const transaction = site.beginTransaction(CONNECTION);
  begin(transaction, body, type);
  transaction.requestBody();
  transaction.logging();
  return transaction.audit();
}

/** All at the same time, in turns of few steps: they share automata, and buffers that were given back. */
function sendInTurns(site: SiteRuleSet, bodies: readonly string[], type: string): AuditRecord[] {
  const transactions = bodies.map((body) => {
    const transaction = site.beginSlicedTransaction(CONNECTION, 40);
    begin(transaction, body, type);
    return transaction;
  });
  const open = new Set(transactions);
  for (const transaction of open) if (transaction.requestBody() !== UNFINISHED) open.delete(transaction);
  while (open.size > 0)
    for (const transaction of open) if (transaction.resume() !== UNFINISHED) open.delete(transaction);
  return transactions.map((transaction) => {
    transaction.logging();
    return transaction.audit();
  });
}

const TEXTS = [
  ...['', 'garden', 'As text ends.', '19.99', 'true', 'UNION', 'xp_cmdshell', 'boot.ini', '..', '.', 'a\nb', 'née', '日本'],
  ..."1' or '1'='1' -- |1 union select password from users|1; drop table users|sleep(5)|admin'--|eval(document.cookie)".split('|'),
  ...['<svg/onload=alert(1)>', '&lt;script&gt;', '%3Cscript%3E', '\\u003cscript>', 'javascript:alert(1)', '\0', '100 %'],
  ...['../../etc/passwd', 'C:\\windows\\win.ini', 'a  b', '/*!50000*/', 'a=b', '"quoted"', "it's", '`', '\u2028', '\ud800'],
]; // biome-ignore format: a list to be read as a whole

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...TEXTS), { maxLength: 4 }).map((parts) => parts.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
const { document } = fc.letrec((tie) => ({
  document: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.oneof(fc.double(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)),
    fc.array(tie('document'), { maxLength: 6 }),
    fc.dictionary(text, tie('document'), { maxKeys: 6 }),
  ),
}));

/** As programs write it, with everything escaped that may be, and cut or damaged. */
const wire = fc
  .tuple(document, fc.constantFrom('plain', 'escaped', 'spaced', 'cut', 'damaged'), fc.nat())
  .map(([value, how, at]) => {
    const json = JSON.stringify(value);
    if (how === 'spaced') return JSON.stringify(value, null, 2);
    if (how === 'cut') return json.slice(0, at % (json.length + 1));
    if (how === 'damaged') return `${json.slice(0, at % json.length)}\\${json.slice(at % json.length)}`;
    if (how === 'plain') return json;
    return json.replaceAll(/[a-z<'./](?=[^"]*")/g, (letter) =>
      /["\\]/.test(letter) ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  });

describe('documents and forms', () => {
  const [naive, indexed] = [open('naive'), open('indexed')];
  const expectSame = (body: string, type = JSON_TYPE): AuditRecord[] =>
    naive.map((site, index) => {
      const record = send(indexed[index]!, body, type);
      expect(record).toEqual(send(site, body, type));
      return record;
    });

  it('are judged as rule by rule, however they are nested, escaped or damaged', () => {
    let stopped = 0;
    fc.assert(
      fc.property(wire, (body) => {
        // Twice: the first time the automata may still lack the states that a look in passing needs.
        if (expectSame(body).some(({ interruption }) => interruption !== null)) stopped++;
        expectSame(body);
      }),
      { numRuns: 400, seed: 20_264 },
    );
    expect(stopped).toBeGreaterThan(50);
  });

  it('are judged so when they are forms, at once and in turns', () => {
    const coded = fc.tuple(text, fc.constantFrom('coded', 'plus', 'plain')).map(([value, how]) => {
      if (how === 'plain') return value.replace(/[&=]/g, '');
      const all = encodeURIComponent(value.toWellFormed());
      return how === 'plus' ? all.replaceAll('%20', '+') : all;
    });
    const form = fc
      .array(fc.tuple(coded, coded), { maxLength: 8 })
      .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
    let stopped = 0;
    fc.assert(
      fc.property(form, (body) => {
        if (expectSame(body, FORM_TYPE).some(({ interruption }) => interruption !== null)) stopped++;
        expectSame(body, FORM_TYPE);
      }),
      { numRuns: 120, seed: 20_265 },
    );
    expect(stopped).toBeGreaterThan(20);
    fc.assert(
      fc.property(
        fc.array(wire, { minLength: 2, maxLength: 4 }),
        fc.array(form, { maxLength: 3 }),
        (bodies, forms) => {
          const medium = naive[1]!;
          expect(sendInTurns(indexed[1]!, bodies, JSON_TYPE)).toEqual(
            bodies.map((body) => send(medium, body, JSON_TYPE)),
          );
          expect(sendInTurns(indexed[1]!, forms, FORM_TYPE)).toEqual(
            forms.map((body) => send(medium, body, FORM_TYPE)),
          );
        },
      ),
      { numRuns: 60, seed: 20_266 },
    );
  });

  it('may be nested deeply, with names that begin alike and end in anything', () => {
    const ends = ['', 'name', 'order', 'a.b', '12', '12a', '..', '.', '/', 'x\n', "'", 'é', '-', 'union'];
    for (const end of ends) {
      for (const attack of ['', "1' or '1'='1' -- "]) {
        let document: unknown = { [end]: 'garden', [`${end}${attack}`]: [1, [end], {}, { [end]: [] }] };
        for (let depth = 0; depth < 12; depth++)
          document = depth % 3 === 0 ? [depth, document] : { [end]: document, [`${end} 2`]: depth };
        expectSame(JSON.stringify(document));
        expectSame(JSON.stringify(document));
      }
    }
    const long = 'n'.repeat(3000);
    expectSame(JSON.stringify({ [long]: [long, { [`${long}'--`]: `${long} union select` }] }));
  });

  it('may hide one attack among hundreds of plain values', () => {
    const plain = Array.from({ length: 120 }, (_, index) => ({
      id: index,
      name: `Article number ${index}`,
      tags: ['new'],
    }));
    for (const attack of [
      "1' or '1'='1' -- ",
      '<svg/onload=alert(1)>',
      '../../../../etc/passwd',
      "1;exec xp_cmdshell 'dir'",
    ]) {
      const items: object[] = [...plain];
      items.splice(77, 0, { id: 1, name: attack });
      expectSame(JSON.stringify({ items }));
      const [, medium] = expectSame(JSON.stringify({ items }));
      expect(medium!.interruption?.action).toBe('deny');
      items[77] = { id: 1, [attack]: 'x' };
      expectSame(JSON.stringify({ items }));
    }
    expect(
      expectSame(JSON.stringify({ items: plain })).every(({ interruption }) => interruption === null),
    ).toBe(true);
  });
});
