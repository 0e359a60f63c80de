import { AcceleratorSwitches, compileRuleSet } from '../../index.ts';

const RULES = `SecRequestBodyAccess On
SecRequestBodyReadings On
SecRule ARGS|ARGS_NAMES "@geoLookup" "id:1,phase:2,pass,nolog,t:none"`;
/** Everything that some servers read differently, and similar text. */
const PIECES = [
  'a=1',
  'a',
  '',
  'b=x%5d=y',
  'b=x]=y',
  'a=-',
  'a=--',
  'a=%27',
  'a=%2',
  "a='",
  "a'%0Ab=1",
  'c=1;a=2',
  'A=%3b',
  'a=%z%41\xef\xbc\xbc',
];

describe('readings of forms', () => {
  const sites = [[], ['packed_arguments'] as const].map((off) =>
    compileRuleSet([{ name: 'rules.conf', text: RULES }], {
      switches: new AcceleratorSwitches(off),
    }).withOverlay({}),
  );

  function valuesOf(site: (typeof sites)[number], body: string): string[] {
    const values: string[] = [];
    const transaction = site.beginTransaction(
      { id: '1', clientAddress: '192.0.2.1', clientPort: 1, serverAddress: '192.0.2.2', serverPort: 80 },
      {
        geoLookup(value) {
          values.push(value);
          return null;
        },
      },
    );
    transaction.requestLine('POST', '/', 'HTTP/1.1');
    transaction.requestHeaders([
      ...['Host', 'a.example', 'Content-Type', 'application/x-www-form-urlencoded'],
      ...['Content-Length', String(body.length)],
    ]);
    transaction.requestBodyChunk(Buffer.from(body, 'latin1'));
    transaction.requestBody();
    transaction.logging();
    return values.sort();
  }

  it('are left out only where there are none', () => {
    const bodies = PIECES.flatMap((one) =>
      PIECES.flatMap((two) => PIECES.map((three) => `${one}&${two}&${three}`)),
    );
    expect(bodies.length).toBe(PIECES.length ** 3);
    for (const body of bodies) {
      const [quick, always] = sites.map((site) => valuesOf(site, body));
      expect([body, quick]).toEqual([body, always]);
    }
  });
});
