import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EMPTY_CASE, type RequestCase } from '../request-case.ts';
import { type ParserHost, type Readings, TIMEOUT_MS } from './parser-host.ts';

const BEGIN_REQUEST = 1;
const END_REQUEST = 3;
const PARAMS = 4;
const STDIN = 5;
const STDOUT = 6;
const HEADER_BYTES = 8;
const MAX_CONTENT = 65_535;
/** What it reads with extensions only. */
const NOT_OF_PHP: ReadonlySet<string> = new Set(['xml', 'yaml', 'graphql']);
/** Processes, each with a connection of its own: one of them works while another's answer is read. */
const PROCESSES = 3;

/** A record of FastCGI (version 1, request 1). */
function record(type: number, content: Buffer): Buffer {
  const header = Buffer.from([1, type, 0, 1, 0, 0, 0, 0]);
  header.writeUInt16BE(content.length, 4);
  return Buffer.concat([header, content]);
}

function parameter(name: string, value: string): Buffer {
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE((name.length | 0x8000_0000) >>> 0, 0);
  lengths.writeUInt32BE((value.length | 0x8000_0000) >>> 0, 4);
  return Buffer.concat([lengths, Buffer.from(name + value, 'latin1')]);
}

/** PHP as web servers run it: php-cgi, called by FastCGI over a socket, each process with one request at a time. */
export class PhpHost implements ParserHost {
  readonly name = 'PHP';
  versions: Readonly<Record<string, string>> = {};
  private readonly child: ChildProcess;
  private readonly folder: string;
  private readonly script: string;
  private sockets: readonly Socket[] = [];
  private lastAnswers: Promise<unknown> = Promise.resolve();

  private constructor(script: string) {
    this.script = script;
    this.folder = mkdtempSync(path.join(tmpdir(), 'palisade-php-'));
    const settings = ['-d', 'cgi.force_redirect=0', '-d', 'error_reporting=0', '-d', 'max_input_vars=100000'];
    this.child = spawn('php-cgi', ['-b', this.address, ...settings], {
      stdio: 'ignore',
      env: { ...process.env, PHP_FCGI_MAX_REQUESTS: '0', PHP_FCGI_CHILDREN: String(PROCESSES) },
    });
    // It leads its own process group: a signal to this process's group would not reach it and its children.
    process.once('exit', () => this.close());
  }

  static async start(script: string): Promise<PhpHost> {
    const host = new PhpHost(script);
    const sockets: Socket[] = [];
    for (let number = 0; number < PROCESSES; number++) {
      const socket = await host.connected();
      // PHP closes a connection that says nothing for five seconds at its beginning.
      const { version } = await host.ask(socket, { ...EMPTY_CASE, id: 0, kind: 'query' });
      host.versions = { PHP: version };
      sockets.push(socket);
    }
    host.sockets = sockets;
    return host;
  }

  async read(cases: readonly RequestCase[]): Promise<readonly Readings[]> {
    // A connection carries one request at a time, and the lists come in before the last is answered.
    const answers = this.lastAnswers.then(() => this.askAll(cases));
    this.lastAnswers = answers;
    return await answers;
  }

  private async askAll(cases: readonly RequestCase[]): Promise<readonly Readings[]> {
    const answers: Readings[] = [];
    let next = 0;
    const askOn = async (socket: Socket) => {
      for (let at = next++; at < cases.length; at = next++) {
        const one = cases[at]!;
        answers[at] = NOT_OF_PHP.has(one.kind) ? {} : { PHP: (await this.ask(socket, one)).values };
      }
    };
    await Promise.all(this.sockets.map(askOn));
    return answers;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.child.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get address(): string {
    return path.join(this.folder, 'socket');
  }

  private async connected(): Promise<Socket> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const socket = connect(this.address);
      try {
        await once(socket, 'connect');
        return socket;
      } catch (error) {
        if (Date.now() >= deadline || this.child.exitCode !== null) throw error;
        await sleep(50);
      }
    }
  }

  private async ask(socket: Socket, one: RequestCase): Promise<{ version: string; values: string[] }> {
    const question = one.target.indexOf('?');
    const parameters: Record<string, string> = {
      SCRIPT_FILENAME: this.script,
      REQUEST_METHOD: one.body === '' ? 'GET' : 'POST',
      QUERY_STRING: question < 0 ? '' : one.target.slice(question + 1),
      REQUEST_URI: one.target,
      CONTENT_LENGTH: String(one.body.length),
      HTTP_X_KIND: one.kind,
      ...(one.contentType === null ? {} : { CONTENT_TYPE: one.contentType }),
      ...(one.cookie === null ? {} : { HTTP_COOKIE: one.cookie }),
    };
    const fields = Object.entries(parameters).map(([name, value]) => parameter(name, value));
    const body = Buffer.from(one.body, 'latin1');
    if (body.length > MAX_CONTENT) throw new Error(`case ${one.id} is too long for PHP`);
    // The third byte of the body asks to keep the connection.
    socket.write(
      Buffer.concat([
        record(BEGIN_REQUEST, Buffer.from([0, 1, 1, 0, 0, 0, 0, 0])),
        record(PARAMS, Buffer.concat(fields)),
        record(PARAMS, Buffer.alloc(0)),
        ...(body.length === 0 ? [] : [record(STDIN, body)]),
        record(STDIN, Buffer.alloc(0)),
      ]),
    );
    const page = await pageFrom(socket);
    return JSON.parse(page.slice(page.indexOf('\r\n\r\n') + 4)) as { version: string; values: string[] };
  }
}

async function pageFrom(socket: Socket): Promise<string> {
  let buffer = Buffer.alloc(0);
  let page = '';
  for (;;) {
    while (buffer.length >= HEADER_BYTES) {
      const length = buffer.readUInt16BE(4);
      const end = HEADER_BYTES + length + buffer[6]!;
      if (buffer.length < end) break;
      const type = buffer[1];
      if (type === STDOUT) page += buffer.toString('utf8', HEADER_BYTES, HEADER_BYTES + length);
      buffer = buffer.subarray(end);
      if (type === END_REQUEST) return page;
    }
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) {
      if (socket.readableEnded || socket.destroyed) throw new Error('PHP has closed the connection');
      await once(socket, 'readable');
    } else buffer = Buffer.concat([buffer, chunk]);
  }
}
