import { edgeV1 } from '@palisade/contracts';
import type { Browser, Page } from 'playwright-core';
import { generate } from 'selfsigned';
import { openBrowser } from '../../../test-support/browser.ts';
import { type EdgeHarness, startEdge } from '../../../test-support/edge-harness.ts';
import { sendRaw } from '../../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../../test-support/recording-origin.ts';

const PAGE = '<!doctype html><title>The shop</title><h1>Welcome</h1>';
/** Some hundred scrypt derivations in a browser, on machines that do other things as well. */
const TIMEOUT_MS = 60_000;

let origin: RecordingOrigin;
let edge: EdgeHarness;
let browser: Browser;

beforeAll(async () => {
  origin = await startRecordingOrigin(
    () => `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${PAGE.length}\r\n\r\n${PAGE}`,
  );
  const pems = await generate([{ name: 'commonName', value: 'shop.example' }], { algorithm: 'sha256' });
  edge = await startEdge(origin.port, { selfSigned: { cert: pems.cert, key: pems.private } }, (config) => {
    config.policy!.botProtection = true;
    config.policy!.bots = {
      $typeName: 'palisade.edge.v1.BotSettings',
      challenge: edgeV1.ChallengeMode.ALL,
      clearanceSeconds: 600,
      apiPathPrefixes: [],
    };
  });
  browser = await openBrowser({
    'shop.example:80': `127.0.0.1:${edge.port}`,
    'shop.example:443': `127.0.0.1:${edge.httpsPort}`,
  });
});

afterAll(async () => {
  await browser?.close();
  await edge?.stop();
  await origin?.close();
});

async function newPage(
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; faults: string[] }> {
  // The challenge must not need what only a headless browser would betray: it asks for work, not for a name.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36';
  const page = await browser.newPage({ userAgent, ignoreHTTPSErrors: true, ...options });
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('403')) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return { page, faults };
}

const arrived = (page: Page) => page.waitForSelector('h1:has-text("Welcome")', { timeout: TIMEOUT_MS });

describe('a browser that meets the challenge', () => {
  it.each(['http', 'https'])(
    'works it out by itself and gets the page that it asked for, over %s',
    async (scheme) => {
      const { page, faults } = await newPage();
      const url = `${scheme}://shop.example/cart?item=7#reviews`;
      const first = await page.goto(url);
      expect(first?.status()).toBe(403);
      await arrived(page);
      expect(page.url()).toBe(url);
      // A second page comes without any further ado.
      expect((await page.goto(`${scheme}://shop.example/checkout`))?.status()).toBe(200);
      expect(faults).toEqual([]);
      const [cookie] = await page.context().cookies();
      expect(cookie).toMatchObject({ httpOnly: true, secure: scheme === 'https' });
      await page.context().close();
    },
  );

  it('goes back to a form, also one of another site, which is then sent as it was', async () => {
    const { page } = await newPage();
    await page.route('https://bank.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<form method="post" action="https://shop.example/order"><input name="item" value="a lamp"><button>Go</button></form>',
      }),
    );
    await page.goto('https://bank.example/');
    await page.click('button');
    const again = page.getByRole('button', { name: 'Go back' });
    await again.waitFor({ timeout: TIMEOUT_MS });
    expect(origin.requests.some(({ head }) => head.startsWith('POST'))).toBe(false);
    await again.click();
    await page.waitForURL('https://bank.example/');
    await page.click('button');
    await arrived(page);
    const order = origin.requests.find(({ head }) => head.startsWith('POST /order'));
    expect(order?.body.toString()).toBe('item=a+lamp');
    await page.context().close();
  });

  it('says what is missing where scripts do not run', async () => {
    const { page } = await newPage({ javaScriptEnabled: false });
    await page.goto('http://shop.example/');
    expect(await page.locator('noscript').textContent()).toContain('JavaScript');
    await page.context().close();
  });
});

describe('a CORS preflight', () => {
  const ask = (method: string, fields: string) =>
    sendRaw(
      edge.port,
      `${method} /basket HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: Mozilla/5.0 Chrome/141.0.0.0\r\n${fields}Connection: close\r\n\r\n`,
    );
  const ORIGIN = 'Origin: https://app.example\r\n';
  const METHOD = 'Access-Control-Request-Method: PUT\r\n';

  it('passes, as it can show no clearance', async () => {
    expect((await ask('OPTIONS', ORIGIN + METHOD)).status).toBe(200);
  });

  it.each([
    ['another OPTIONS request', 'OPTIONS', ORIGIN],
    ['another method with its fields', 'PUT', `${ORIGIN}${METHOD}Content-Length: 0\r\n`],
  ])('is not %s', async (_what, method, fields) => {
    expect((await ask(method, fields)).status).toBe(403);
  });
});

describe('a clearance', () => {
  it('is worth nothing to another program at the same address', async () => {
    const { page } = await newPage();
    await page.goto('http://shop.example/');
    await arrived(page);
    const [cookie] = await page.context().cookies();
    const userAgent = await page.evaluate('navigator.userAgent');
    await page.context().close();
    const ask = (agent: string) =>
      sendRaw(
        edge.port,
        `GET / HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: ${agent}\r\nAccept: text/html\r\nCookie: ${cookie!.name}=${cookie!.value}\r\nConnection: close\r\n\r\n`,
      );
    expect((await ask(String(userAgent))).status).toBe(200);
    expect((await ask('curl/8.14.1')).status).toBe(403);
  });
});
