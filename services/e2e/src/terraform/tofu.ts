import { execFile } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MODULE = path.resolve(import.meta.dirname, '../../../../deploy/terraform-provider');
/** As Go names the kinds of processors. */
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

interface Answer {
  code: number;
  out: string;
  errors: string;
}

interface Programs {
  tofu: string;
  provider: string;
}

/** A folder with the example's configuration and its own state, as somebody has it who uses OpenTofu, with the provider from a mirror on their disk. */
export class Workplace {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'palisade-tofu-'));

  constructor(
    private readonly programs: Programs,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    copyFileSync(path.join(MODULE, 'examples/main.tf'), path.join(this.folder, 'main.tf'));
    const place = `palisade.local/palisade/palisade/0.1.0/linux_${PROCESSORS[process.arch]}`;
    const mirror = path.join(this.folder, 'mirror');
    mkdirSync(path.join(mirror, place), { recursive: true });
    const copy = path.join(mirror, place, 'terraform-provider-palisade_v0.1.0');
    try {
      linkSync(programs.provider, copy);
    } catch {
      // On another disk.
      copyFileSync(programs.provider, copy);
    }
    writeFileSync(
      path.join(this.folder, 'tofurc'),
      `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
    );
  }

  /** Replaces the configuration. */
  edit(from: string | RegExp, to: string): void {
    const file = path.join(this.folder, 'main.tf');
    const text = readFileSync(file, 'utf8');
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`main.tf has no ${from}`);
    writeFileSync(file, edited);
  }

  write(file: string, text: string): void {
    writeFileSync(path.join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  run(...words: string[]): Promise<Answer> {
    return new Promise((resolve) => {
      const environment = {
        PATH: process.env.PATH,
        HOME: this.folder,
        TF_CLI_CONFIG_FILE: path.join(this.folder, 'tofurc'),
        TF_IN_AUTOMATION: '1',
        ...this.environment,
      };
      const options = { cwd: this.folder, env: environment, maxBuffer: 1 << 28 };
      execFile(this.programs.tofu, [...words, '-no-color'], options, (error, out, errors) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, out, errors });
      });
    });
  }

  /** @throws Error with all that it said, where it fails */
  async must(...words: string[]): Promise<string> {
    const { code, out, errors } = await this.run(...words);
    if (code !== 0) throw new Error(`tofu ${words.join(' ')} ended with ${code}:\n${out}\n${errors}`);
    return out;
  }

  /** What a plan would change; null: nothing. */
  async differences(): Promise<string | null> {
    const { code, out, errors } = await this.run('plan', '-detailed-exitcode', '-input=false');
    if (code === 1) throw new Error(`tofu plan failed:\n${out}\n${errors}`);
    return code === 0 ? null : out;
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true });
  }
}
