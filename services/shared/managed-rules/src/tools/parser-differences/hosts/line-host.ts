import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RequestCase } from '../request-case.ts';
import { PATIENCE_MS, type ParserHost, type Readings } from './parser-host.ts';

/** A worker that reads a list of cases a line, as JSON, and answers a list a line. Its first line tells its versions. */
export class LineHost implements ParserHost {
  readonly name: string;
  versions: Readonly<Record<string, string>> = {};
  private readonly child: ChildProcess;
  private readonly lines: AsyncIterator<string>;
  private readonly stderr: Buffer[] = [];
  private lastAnswer: Promise<unknown> = Promise.resolve();

  private constructor(
    name: string,
    command: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) {
    this.name = name;
    const [program = '', ...words] = command;
    this.child = spawn(program, words, { stdio: 'pipe', env: { ...process.env, ...environment } });
    this.child.on('error', (error) => this.stderr.push(Buffer.from(error.message)));
    this.child.stdin?.on('error', (error) => this.stderr.push(Buffer.from(error.message)));
    this.child.stderr?.on('data', (chunk: Buffer) => {
      if (this.stderr.length < 100) this.stderr.push(chunk);
    });
    this.lines = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]();
    process.once('exit', () => this.close());
  }

  static async start(
    name: string,
    command: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<LineHost> {
    const host = new LineHost(name, command, environment);
    host.versions = (JSON.parse(await host.line()) as { versions: Record<string, string> }).versions;
    return host;
  }

  async read(cases: readonly RequestCase[]): Promise<readonly Readings[]> {
    this.child.stdin!.write(`${JSON.stringify(cases)}\n`);
    // One list after the other: what was asked first is answered first.
    const answer = this.lastAnswer.then(() => this.line());
    this.lastAnswer = answer;
    const answers = JSON.parse(await answer) as { id: number; read: Readings }[];
    return cases.map(({ id }, index) => {
      const { id: answered, read } = answers[index]!;
      if (answered !== id) throw new Error(`${this.name} answered case ${answered} instead of ${id}`);
      return read;
    });
  }

  close(): void {
    this.child.kill();
  }

  private async line(): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${this.name} does not answer`)), PATIENCE_MS);
    });
    try {
      const { value, done } = await Promise.race([this.lines.next(), late]);
      if (done === true) throw new Error(`${this.name} has ended: ${Buffer.concat(this.stderr).toString()}`);
      return value;
    } finally {
      clearTimeout(timer);
    }
  }
}
