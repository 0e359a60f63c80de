import { startOwnEdge } from '../replay/own-edge.ts';
import { probeUploads } from './upload-probe.ts';
import { startVulnerableOrigin, type VulnerableOrigin } from './vulnerable-origin.ts';

/** A hole each, by what the demo answers when it is used. */
const HOLES: readonly [hole: string, page: string, shown: string][] = [
  ['SQL in a number', '/item?id=9 union select 1,name,password from users', 'k7-secret'],
  ['SQL in a string', "/search?q=zz' union select 1,name,password from users-- ", 'k7-secret'],
  ['script shown at once', '/search?q=<script>alert(7)</script>', '<script>alert(7)</script>'],
  ['a file by its name', '/page?file=../../../etc/passwd', 'root:x:0:0'],
  ['a command', '/ping?host=127.0.0.1;env', 'PATH='],
  ['a command in another', '/ping?host=$(cat /etc/passwd)', 'root:x:0:0'],
];

describe('the shop full of holes', () => {
  let origin: VulnerableOrigin;
  let edge: Awaited<ReturnType<typeof startOwnEdge>>;

  beforeAll(async () => {
    origin = await startVulnerableOrigin();
    edge = await startOwnEdge('localhost', origin.port);
  });

  afterAll(async () => {
    await edge.stop();
    origin.close();
  });

  const ask = async (port: number, page: string) => {
    const [path = '', query = ''] = page.split(/\?(.*)/);
    const [name = '', value = ''] = query.split(/=(.*)/);
    const response = await fetch(`http://localhost:${port}${path}?${name}=${encodeURIComponent(value)}`);
    return { status: response.status, body: await response.text() };
  };

  it.each(HOLES)('has one, which the edge closes: %s', async (_, page, shown) => {
    expect((await ask(origin.port, page)).body).toContain(shown);
    expect(await ask(edge.port, page)).toMatchObject({
      status: 403,
      body: expect.not.stringContaining(shown) as unknown,
    });
  });

  it('works for ordinary visitors behind the edge', async () => {
    expect((await ask(edge.port, '/item?id=2')).body).toContain('<td>table</td>');
    expect((await ask(edge.port, '/ping?host=127.0.0.1')).body).toContain('PING');
    expect((await ask(edge.port, '/page?file=about.txt')).body).toContain('chairs');
  });

  it('runs uploaded scripts, which do not come through the edge', async () => {
    expect((await probeUploads(origin.port)).found).toContain('.php');
    expect((await probeUploads(edge.port)).found).toEqual([]);
  });
});
