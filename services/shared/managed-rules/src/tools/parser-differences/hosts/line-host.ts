import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RequestCase } from '../request-case.ts';
import { type ParserHost, type Readings, TIMEOUT_MS } from './parser-host.ts';

/** What a worker said last, which is why it has ended; before that stand the warnings of its packages. */
const MAX_SAID = 100;
/** A worker that ends during a long run is restarted and its requests are repeated; if it ends on the same requests again, the run ends. */
const MAX_RESTARTS = 3;

/** A worker that reads one list of cases per line, as JSON, and answers with one list per line. Its first line has its versions. */
export class LineHost implements ParserHost {
  readonly name: string;
  versions: Readonly<Record<string, string>> = {};
  private readonly command: readonly string[];
  private readonly environment: Readonly<Record<string, string>>;
  private child!: ChildProcess;
  private lines!: AsyncIterator<string>;
  private said: string[] = [];
  private restarts = 0;
  /** Requests that arrive meanwhile are repeated as well. */
  private isStarting = false;
  /** Asked and not answered, in the order of the answers. */
  private readonly waiting: (readonly RequestCase[])[] = [];
  private lastAnswer: Promise<unknown> = Promise.resolve();

  private constructor(
    name: string,
    command: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) {
    this.name = name;
    this.command = command;
    this.environment = environment;
    process.once('exit', () => this.close());
  }

  static async start(
    name: string,
    command: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<LineHost> {
    const host = new LineHost(name, command, environment);
    await host.begin();
    return host;
  }

  async read(cases: readonly RequestCase[]): Promise<readonly Readings[]> {
    this.waiting.push(cases);
    if (!this.isStarting) this.ask(cases);
    // One list after the other: answers arrive in the order of the requests.
    const answer = this.lastAnswer.then(() => this.answer());
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

  private async begin(): Promise<void> {
    const [program = '', ...words] = this.command;
    const child = spawn(program, words, { stdio: 'pipe', env: { ...process.env, ...this.environment } });
    const said: string[] = [];
    const hear = (text: string): void => {
      said.push(text);
      if (said.length > MAX_SAID) said.shift();
    };
    child.on('error', (error) => hear(error.message));
    child.on('exit', (code, signal) => hear(`ended with ${signal ?? code}`));
    child.stdin.on('error', (error) => hear(error.message));
    child.stderr.on('data', (chunk: Buffer) => hear(chunk.toString()));
    this.child = child;
    this.said = said;
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.versions = (JSON.parse(await this.line()) as { versions: Record<string, string> }).versions;
  }

  private ask(cases: readonly RequestCase[]): void {
    this.child.stdin!.write(`${JSON.stringify(cases)}\n`);
  }

  private async answer(): Promise<string> {
    for (;;) {
      try {
        const line = await this.line();
        this.waiting.shift();
        return line;
      } catch (error) {
        if (this.restarts === MAX_RESTARTS) throw error;
        this.restarts++;
        process.stderr.write(`${(error as Error).message}\n${this.name} is started again\n`);
        this.child.kill('SIGKILL');
        this.isStarting = true;
        await this.begin();
        this.isStarting = false;
        for (const cases of this.waiting) this.ask(cases);
      }
    }
  }

  private async line(): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${this.name} does not answer`)), TIMEOUT_MS);
    });
    try {
      const { value, done } = await Promise.race([this.lines.next(), late]);
      if (done === true) throw new Error(`${this.name} has ended: ${this.said.join('')}`);
      return value;
    } finally {
      clearTimeout(timer);
    }
  }
}
