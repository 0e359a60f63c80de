import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { credentialsFile, dashboardUrl, findCredentials, storeCredentials } from './credentials.ts';

let XDG_CONFIG_HOME: string;
beforeEach(() => {
  XDG_CONFIG_HOME = mkdtempSync(path.join(tmpdir(), 'palisade-credentials-'));
});
afterEach(() => rmSync(XDG_CONFIG_HOME, { recursive: true }));

const url = new URL('https://waf.example');

it('are stored where nobody else may read them, and found again', () => {
  const file = storeCredentials({ XDG_CONFIG_HOME }, { url, apiKey: 'secret' });
  expect(file).toBe(credentialsFile({ XDG_CONFIG_HOME }));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(findCredentials({ XDG_CONFIG_HOME })).toEqual({ url, apiKey: 'secret' });
});

it('are not used once others may read them', () => {
  const file = storeCredentials({ XDG_CONFIG_HOME }, { url, apiKey: 'secret' });
  chmodSync(file, 0o640);
  expect(() => findCredentials({ XDG_CONFIG_HOME })).toThrow('Others than its owner may read');
});

it('of the environment come first, and name their dashboard', () => {
  storeCredentials({ XDG_CONFIG_HOME }, { url, apiKey: 'stored' });
  const given = { XDG_CONFIG_HOME, PALISADE_API_KEY: 'given' };
  expect(findCredentials({ ...given, PALISADE_URL: 'https://other.example' })).toMatchObject({
    apiKey: 'given',
    url: new URL('https://other.example'),
  });
  expect(() => findCredentials(given)).toThrow('PALISADE_URL is not');
  expect(() => findCredentials({ XDG_CONFIG_HOME: `${XDG_CONFIG_HOME}/none` })).toThrow(
    'There is no API key.',
  );
});

it.each([
  'https://other.example',
  'https://waf.example:8443',
  'http://127.0.0.1',
  'https://waf.example.evil.example',
])(
  'that are stored go to the dashboard that gave them, and not to %s, whatever the environment says',
  (other) => {
    storeCredentials({ XDG_CONFIG_HOME }, { url, apiKey: 'stored' });
    expect(() => findCredentials({ XDG_CONFIG_HOME, PALISADE_URL: other })).toThrow(
      'the stored key is of https://waf.example',
    );
    const same = { XDG_CONFIG_HOME, PALISADE_URL: 'https://waf.example/' };
    expect(findCredentials(same)).toEqual({ url, apiKey: 'stored' });
  },
);

it.each(['https://waf.example', 'http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
  'a key may go to %s',
  (text) => expect(dashboardUrl(text).href).toContain(text),
);
it.each(['http://waf.example', 'http://127.0.0.1.evil.example', 'ftp://waf.example', 'waf.example'])(
  'and never to %s',
  (text) => expect(() => dashboardUrl(text)).toThrow(),
);
