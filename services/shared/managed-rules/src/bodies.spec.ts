import { type AuditRecord, type SiteRuleSet } from '@palisade/waf-engine';
import { sensitivityVariables } from './index.ts';
import { ATTACKS, bodiesWith, type TestBody } from './test-support/bodies.ts';
import { managedRuleSet, matchedIds, sendRequest, sites } from './test-support/send.ts';

/** A whole request, its body in pieces of so many bytes. */
function post(site: SiteRuleSet, { headers, body }: TestBody, piece = 16_384): AuditRecord {
  const transaction = site.beginTransaction({
    id: 'test',
    clientAddress: '192.0.2.1',
    clientPort: 1,
    serverAddress: '192.0.2.2',
    serverPort: 80,
  });
  transaction.requestLine('POST', '/api/items', 'HTTP/1.1');
  transaction.requestHeaders(['Host', 'a.example', ...headers]);
  for (let at = 0; at < body.length; at += piece)
    if (transaction.requestBodyChunk(body.subarray(at, at + piece)) !== null) break;
  transaction.requestBody();
  transaction.logging();
  return transaction.audit();
}

const stops = (site: SiteRuleSet, body: TestBody) => post(site, body).interruption?.status ?? 200;

describe.each(['medium', 'high'] as const)(
  'a body is what it is, not what it is called: at %s',
  (sensitivity) => {
    const site = sites[sensitivity];

    it.each(Object.entries(ATTACKS))('%s is found in every kind of body', (_family, attack) => {
      const kinds = bodiesWith(attack);
      const missed = Object.entries(kinds).filter(([, body]) => stops(site, body) !== 403);
      expect(missed.map(([kind]) => kind)).toEqual([]);
      expect(Object.keys(kinds).length).toBeGreaterThan(60);
    });

    it('ordinary values pass in every kind of body', () => {
      for (const value of ['garden chairs', 'Müller & Söhne, 50 % off', "it's 5 o'clock", '1 + 1 = 2'])
        for (const [kind, body] of Object.entries(bodiesWith(value)))
          expect([kind, value, matchedIds(post(site, body))]).toEqual([kind, value, []]);
    });

    it.each([
      ['a program', "UTF-8''shell.php"],
      ['a program, escaped', "utf-8''shell%2ephp"],
      ['a path', "UTF-8''..%2f..%2f..%2fetc%2fpasswd"],
      ['markup', "UTF-8''%3Cscript%3Ealert(1)%3C%2Fscript%3E.png"],
    ])('a second name of a file is looked at: %s', (_what, name) => {
      for (const type of ['form-data', 'mixed']) {
        const body = (filename: string) =>
          Buffer.from(
            `--edge\r\nContent-Disposition: form-data; name="f"; filename="a.png"${filename}\r\n\r\nx\r\n--edge--\r\n`,
          );
        const headers = ['Content-Type', `multipart/${type}; boundary=edge`];
        expect(stops(site, { headers, body: body('') })).toBe(200);
        expect(stops(site, { headers, body: body(`; filename*=${name}`) })).toBe(403);
      }
    });
  },
);

describe('limits', () => {
  const site = sites.medium;
  const words = (bytes: number) => Buffer.alloc(bytes, 'some words ');
  const json = (bytes: number) => Buffer.concat([Buffer.from('["'), words(bytes), Buffer.from('"]')]);
  const stopped = (type: string, body: Buffer) => post(site, { headers: ['Content-Type', type], body });

  it.each([
    ['application/json', json(1_000_000), null],
    ['application/json', json(1_100_000), 123],
    ['application/json', json(3_000_000), 123],
    ['a/b', json(3_000_000), 123],
    ['', Buffer.concat([Buffer.from('a='), words(3_000_000)]), 123],
    ['', Buffer.alloc(3_000_000, ' '), 123],
    ['application/x-www-form-urlencoded', words(1_100_000), 123],
    ['application/yaml', words(3_000_000), 123],
    ['text/plain', words(3_000_000), null],
    ['application/octet-stream', Buffer.alloc(3_000_000), 123],
    ['application/octet-stream', Buffer.alloc(3_000_000, '\x01\xfe'), null],
    ['text/plain; charset=klingon', Buffer.from('a'), 9001],
    ['application/json; charset=utf-16', json(10), null],
  ])('a body of %s: rule %#', (type, body, rule) => {
    const { interruption, bodyError } = stopped(type, body);
    expect([interruption?.ruleId ?? null, bodyError?.includes('pars') ?? false]).toEqual([rule, false]);
  });

  it('are a policy: who excepts rule 123 has the beginning looked at', () => {
    const exclusions = [{ name: 'long documents', by: { id: '123' } }];
    const open = managedRuleSet.withOverlay({ tx: sensitivityVariables('medium'), exclusions });
    const type = { headers: ['Content-Type', 'application/json'] };
    expect(stops(open, { ...type, body: json(3_000_000) })).toBe(200);
    const attack = Buffer.concat([
      Buffer.from(`[${JSON.stringify(ATTACKS['SQL injection'])},`),
      json(3_000_000),
    ]);
    expect(stops(open, { ...type, body: attack })).toBe(403);
  });
});

describe('a document of YAML', () => {
  it.each(['', 'application/yaml', 'text/plain'])(
    "of the type '%s' is judged, and is no message of parts",
    (type) => {
      const headers = type === '' ? [] : ['Content-Type', type];
      const passes = (body: string) => sendRequest(sites.medium, { headers, body }).interruption === null;
      expect(passes('---\nname: build\nsteps: [test]\n')).toBe(true);
      expect(passes('---\nname: !!python/object/apply:os.system ["id"]\n')).toBe(false);
      expect(passes('--- !ruby/object:Gem::Installer\ni: x\n')).toBe(false);
    },
  );
});
