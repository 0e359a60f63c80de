import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { defaultSitePolicy } from '@palisade/site-policy';
import { apply } from './apply.ts';

const SITE = '01923456-789a-7000-8000-000000000000';
const live = {
  ...defaultSitePolicy({ origin_host: 'origin.example', origin_port: 80, origin_protocol: 'http' }),
  version: 3,
};
const POLICY = `domain: shop.example
policyConfig:
  waf_sensitivity: high
`;

describe('palisade apply', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-apply-'));
  const file = path.join(folder, 'palisade.yaml');
  const sent: unknown[] = [];
  const server = createServer((request, response) => {
    const answers: Record<string, unknown> = {
      'GET /api/domains': [{ id: SITE, domain_name: 'shop.example' }],
      [`GET /api/domains/${SITE}/waf-config`]: live,
      [`PUT /api/domains/${SITE}/waf-config`]: { ...live, version: 4 },
      [`GET /api/domains/${SITE}/drafts`]: [{ id: 'd1', name: 'Known' }],
      [`POST /api/domains/${SITE}/drafts`]: {},
      [`PUT /api/domains/${SITE}/drafts/d1`]: {},
    };
    void text(request).then((body) => {
      if (body !== '') sent.push([request.method, JSON.parse(body)]);
      response.end(JSON.stringify(answers[`${request.method} ${request.url}`]));
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  async function run(values: Record<string, string>, policy = POLICY) {
    sent.length = 0;
    writeFileSync(file, policy);
    let output = '';
    const { port } = server.address() as AddressInfo;
    await apply.run({
      values: { file, ...values },
      positionals: [],
      environment: { PALISADE_API_KEY: 'key', PALISADE_URL: `http://127.0.0.1:${port}` },
      out: (line) => {
        output += line;
      },
      note: () => undefined,
    });
    return output;
  }

  it('saves what the file says, with the version that it was compared with', async () => {
    expect(await run({})).toContain('shop.example is at version 4 now.');
    expect(sent).toEqual([['PUT', { version: 3, policyConfig: { waf_sensitivity: 'high' } }]]);
  });

  it('keeps it as a draft instead, and changes nothing', async () => {
    expect(await run({ draft: 'Sale' })).toContain('It waits as the draft "Sale"');
    const draft = { name: 'Sale', version: 3, policyConfig: { waf_sensitivity: 'high' } };
    expect(sent).toEqual([['POST', draft]]);
    await run({ draft: 'Known' });
    expect(sent).toEqual([['PUT', { ...draft, name: 'Known' }]]);
  });

  it('keeps no draft of nothing, and leaves the file as it is', async () => {
    const same = `version: 2\n${POLICY.replace('high', live.policyConfig.waf_sensitivity)}`;
    expect(await run({ draft: 'Sale' }, same)).toContain('nothing to keep');
    expect(sent).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe(same);
  });
});
