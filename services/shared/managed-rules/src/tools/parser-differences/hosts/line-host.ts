import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RequestCase } from '../request-case.ts';
import type { ParserHost, Readings } from './parser-host.ts';

/** A parser that has not answered by then hangs, which is a finding of its own. */
const PATIENCE_MS = 120_000;

/** A worker that reads a case a line, as JSON, and answers a line for each. Its first line tells its versions. */
export class LineHost implements ParserHost {
  readonly name: string;
  versions: Readonly<Record<string, string>> = {};
  private readonly child: ChildProcess;
  private readonly lines: AsyncIterator<string>;
  private readonly stderr: Buffer[] = [];

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
    this.child.stdin!.write(cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const answers: Readings[] = [];
    for (const { id } of cases) {
      const answer = JSON.parse(await this.line()) as { id: number; read: Readings };
      if (answer.id !== id) throw new Error(`${this.name} answered case ${answer.id} instead of ${id}`);
      answers.push(answer.read);
    }
    return answers;
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
