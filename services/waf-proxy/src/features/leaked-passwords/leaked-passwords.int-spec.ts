import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { eventually, sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { writtenRecord } from '../../test-support/written-record.ts';
import type { LeakedList } from './leaked-list.ts';

const { LOG, HEADER, CHALLENGE, BLOCK } = edgeV1.LeakedPasswordAction;
const FORM = 'application/x-www-form-urlencoded';
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const LEAKED = new Set(['hunter2', 'Tür & Tor'].map(hashOf));

describe('leaked passwords at sign-in', () => {
  let origin: RecordingOrigin;
  let edge: EdgeHarness;
  let asked: string[];
  let answers: LeakedList['has'];
  const list: LeakedList = {
    has: (hash, holder) => {
      asked.push(hash);
      return answers(hash, holder);
    },
  };

  beforeEach(async () => {
    asked = [];
    answers = (hash) => Promise.resolve(LEAKED.has(hash));
    origin = await startRecordingOrigin();
    edge = await startEdge(origin.port, { leakedList: () => list });
  });
  afterEach(async () => {
    await edge.stop();
    await origin.close();
  });

  const want = (
    action: edgeV1.LeakedPasswordAction,
    {
      paths = [],
      fields = [],
      mode = edgeV1.EngineMode.ON,
    }: { paths?: string[]; fields?: string[]; mode?: edgeV1.EngineMode } = {},
  ) =>
    edge.configure((config) => {
      config.policy!.mode = mode;
      config.policy!.leakedPasswords = create(edgeV1.LeakedPasswordsSchema, { action, paths, fields });
    });

  const send = (body: string, { path = '/login', type = FORM, fields = '' } = {}) => {
    const bytes = Buffer.from(body).toString('latin1');
    return sendRaw(
      edge.port,
      `POST ${path} HTTP/1.1\r\nHost: shop.example\r\nContent-Type: ${type}\r\n${fields}Content-Length: ${bytes.length}\r\n\r\n${bytes}`,
    );
  };
  const last = () => writtenRecord(edge.records.at(-1)!);
  const originHeader = () => /^leaked-password: (.*)\r$/im.exec(origin.requests.at(-1)!.head)?.[1];

  it.each([
    ['a form', 'user=ann&password=hunter2', FORM],
    ['a form with escapes', `user=ann&password=${encodeURIComponent('Tür & Tor')}`, FORM],
    ['a document', JSON.stringify({ user: 'ann', password: 'Tür & Tor' }), 'application/json'],
    ['a document with escapes', '{"password":"T\\u00fcr \\u0026 Tor"}', 'application/json'],
    [
      'a form in parts',
      '--b\r\nContent-Disposition: form-data; name="pwd"\r\n\r\nhunter2\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
  ])('are found in %s, and told to the origin', async (_what, body, type) => {
    want(HEADER);
    expect(await send(body, { type })).toMatchObject({ status: 200 });
    expect(originHeader()).toBe('true');
    expect(last()).toMatchObject({ reason: 'leaked_password:found' });
    expect(edge.worker.edge.counters.leakedPasswordsFound).toBe(1);
  });

  it('leave nothing of themselves in the log, nor does any other', async () => {
    want(LOG);
    await send('user=ann&password=hunter2');
    expect(originHeader()).toBeUndefined();
    expect(
      JSON.stringify(last(), (_name, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(new RegExp(`hunter2|${hashOf('hunter2')}`, 'i'));
    await send('user=ann&password=never-seen');
    expect(last().reason).toBe('');
    expect(originHeader()).toBeUndefined();
  });

  it('are refused where the owner wants that, with a page that says what to do', async () => {
    want(BLOCK);
    const { status, body } = await send('password=hunter2', { fields: 'Accept: text/html\r\n' });
    expect(status).toBe(403);
    expect(body).toContain('This password is known from a data breach');
    expect(body).not.toContain('hunter2');
    const program = await send('{"password":"hunter2"}', {
      type: 'application/json',
      fields: 'Accept: application/json\r\n',
    });
    expect(JSON.parse(program.body)).toMatchObject({ code: 'leaked_password_found' });
    expect(origin.requests).toHaveLength(0);
    expect((await send('password=never-seen')).status).toBe(200);
  });

  it('cost a proof of work where the owner wants that', async () => {
    want(CHALLENGE);
    const page = await send('password=hunter2', {
      fields: 'Accept: text/html\r\nSec-Fetch-Dest: document\r\n',
    });
    expect(page.status).toBe(403);
    expect(last().reason).toBe('leaked_password:found');
    expect(page.body).toContain('<noscript');
    expect(origin.requests).toHaveLength(0);
  });

  it('are a remark where the site only logs, and nothing where it is off', async () => {
    want(BLOCK, { mode: edgeV1.EngineMode.DETECTION_ONLY });
    expect((await send('password=hunter2')).status).toBe(200);
    expect(last().reason).toBe('leaked_password:found');
    want(BLOCK, { mode: edgeV1.EngineMode.OFF });
    asked = [];
    expect((await send('password=hunter2')).status).toBe(200);
    expect(asked).toEqual([]);
  });

  it.each([
    ['/Login', 1],
    ['/login/', 1],
    ['/login?next=/', 1],
    ['/a/..//login', 1],
    ['/%6cogin', 1],
    ['/wp-login.php', 1],
    ['/wp-login.php/x', 1],
    ['/index.php/login', 1],
    ['/login.', 1],
    ['/login/help', 0],
    ['/search', 0],
  ])('are looked for at %s: %i', async (path, times) => {
    want(LOG);
    await send('password=hunter2', { path });
    expect(asked).toHaveLength(times);
  });

  it('are looked for at the paths and in the fields that the owner names, and at no others', async () => {
    want(BLOCK, { paths: ['/enter'], fields: ['account.secret', 'kennwört'] });
    const json = { type: 'application/json', path: '/enter' };
    expect((await send('{"account":{"secret":"hunter2"}}', json)).status).toBe(403);
    expect((await send('kennw%C3%B6rt=hunter2', { path: '/enter' })).status).toBe(403);
    expect((await send('password=hunter2', { path: '/enter' })).status).toBe(200);
    expect((await send('account.secret=hunter2')).status).toBe(200);
  });

  it('shut nobody out where the list does not answer, and the log says so', async () => {
    want(BLOCK);
    answers = () => Promise.resolve(null);
    expect((await send('password=hunter2')).status).toBe(200);
    expect(last().reason).toBe('leaked_password:unknown');
    expect(originHeader()).toBeUndefined();
    expect(edge.worker.edge.counters.leakedPasswordsUnknown).toBe(1);
  });

  it('are not hidden by what is sent in front of them', async () => {
    want(BLOCK);
    const decoys = Array.from({ length: 5 }, (_, n) => `password=decoy${n}`).join('&');
    expect((await send(`${decoys}&password=hunter2`)).status).toBe(403);
    expect(last().reason).toBe('leaked_password:unreadable');
    expect((await send(`password=decoy&password=hunter2`)).status).toBe(403);
    expect((await send(`a=${'x'.repeat(2_000_000)}&password=hunter2`)).status).toBe(403);
    expect(origin.requests).toHaveLength(0);
  });

  it.each([
    ['a blank behind it', 'pwd=hunter2+'],
    ['many blanks around it', `pwd=${'+'.repeat(300)}hunter2${'%09'.repeat(300)}`],
    ['blanks and NULs in turns', `pwd=hunter2${'+%00'.repeat(9_000)}`],
    ['a NUL behind it', 'pwd=hunter2%00x'],
    ['a blank of Unicode', 'pwd=hunter2%C2%A0'],
    ['a blank before its name', 'log=a&+pwd=hunter2'],
    ['a NUL in its name', 'pwd%00x=hunter2'],
    ['something behind its brackets', 'user[password]x=hunter2'],
    ['another case of its name', 'PWD=hunter2'],
  ])('are not hidden by %s', async (_what, body) => {
    want(BLOCK);
    expect((await send(body)).status).toBe(403);
    expect(last().reason).toBe('leaked_password:found');
  });

  it('are not hidden by another case of a name in a document', async () => {
    want(BLOCK);
    const json = { type: 'application/json' };
    expect((await send('{"Password":"hunter2"}', json)).status).toBe(403);
    expect((await send('{"User":{"PassWord":"hunter2"}}', json)).status).toBe(403);
  });

  it('are not hidden by a blank before the name of a part', async () => {
    want(BLOCK);
    const body = '--b\r\nContent-Disposition: form-data; name=" pwd"\r\n\r\nhunter2\r\n--b--\r\n';
    expect((await send(body, { type: 'multipart/form-data; boundary=b' })).status).toBe(403);
  });

  it('may be longer than any that a list has', async () => {
    want(BLOCK);
    expect((await send(`pwd=${'x'.repeat(300)}`)).status).toBe(200);
  });

  it('are not hidden by many sign-ins at once, of which those of the same client come again', async () => {
    answers = () => Promise.resolve('busy');
    want(BLOCK);
    const { status, headers } = await send('pwd=hunter2');
    expect([status, headers['retry-after']]).toEqual([429, '1']);
    expect(last()).toMatchObject({ reason: 'leaked_password:busy' });
    want(HEADER);
    expect((await send('pwd=hunter2')).status).toBe(200);
    expect(originHeader()).toBeUndefined();
    want(BLOCK, { mode: edgeV1.EngineMode.DETECTION_ONLY });
    expect((await send('pwd=hunter2')).status).toBe(200);
  });

  it('are told by the edge alone', async () => {
    want(HEADER);
    await send('password=never-seen', { fields: 'Leaked-Password: true\r\nleaked_password: true\r\n' });
    expect(origin.requests.at(-1)!.head).not.toMatch(/leaked.password: true/i);
  });

  it('are not asked about where there is nothing to ask', async () => {
    want(BLOCK);
    expect((await send('')).status).toBe(200);
    expect((await send('password=')).status).toBe(200);
    expect((await send(`password=${'x'.repeat(257)}`)).status).toBe(200);
    expect(
      (await sendRaw(edge.port, 'GET /login?password=hunter2 HTTP/1.1\r\nHost: shop.example\r\n\r\n')).status,
    ).toBe(200);
    expect(asked).toEqual([]);
  });

  it('are let alone once the client has left', async () => {
    want(BLOCK);
    let settle: (known: boolean) => void = () => undefined;
    answers = () =>
      new Promise((resolve) => {
        settle = resolve;
      });
    const socket = connect(edge.port, '127.0.0.1');
    socket.end(
      `POST /login HTTP/1.1\r\nHost: shop.example\r\nContent-Type: ${FORM}\r\nContent-Length: 16\r\n\r\npassword=hunter2`,
    );
    await eventually(() => asked.length === 1);
    socket.destroy();
    await eventually(() => edge.records.length === 1);
    settle(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(origin.requests).toHaveLength(0);
  });
});
