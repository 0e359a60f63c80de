import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** What the list shows. */
export interface MailSummary {
  id: string;
  receivedAt: string;
  from: string;
  to: string;
  subject: string;
}

interface Indexed extends MailSummary {
  /** Everything that the search box looks through, lower case. */
  haystack: string;
}

const FILE = /^(\d{13})-([0-9a-f]{12})\.eml$/;

/** Mails as files in a folder, one each, named by the time they came. */
export class MailStore {
  private readonly index: Indexed[] = [];

  private constructor(
    private readonly directory: string,
    private readonly maxMails: number,
  ) {}

  /** @param maxMails more are not kept; the oldest go first */
  static async open(directory: string, maxMails: number): Promise<MailStore> {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const store = new MailStore(directory, maxMails);
    const names = readdirSync(directory).filter((name) => FILE.test(name));
    for (const name of names.sort().slice(-maxMails)) {
      store.index.unshift(await summarise(name.slice(0, -4), readFileSync(path.join(directory, name))));
    }
    return store;
  }

  async add(raw: Buffer, envelopeTo: readonly string[]): Promise<void> {
    const digest = createHash('sha256').update(raw).update(envelopeTo.join()).digest('hex').slice(0, 12);
    const id = `${Date.now()}-${digest}`;
    const file = this.file(id);
    writeFileSync(`${file}.new`, raw, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    this.index.unshift(await summarise(id, raw));
    for (const old of this.index.splice(this.maxMails)) rmSync(this.file(old.id), { force: true });
  }

  /** Newest first. Every word must occur. */
  list(search: string): MailSummary[] {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
    return this.index
      .filter((mail) => words.every((word) => mail.haystack.includes(word)))
      .map(({ haystack: _haystack, ...summary }) => summary);
  }

  raw(id: string): Buffer | null {
    const file = this.file(id);
    return FILE.test(`${id}.eml`) && existsSync(file) ? readFileSync(file) : null;
  }

  clear(): void {
    for (const { id } of this.index.splice(0)) rmSync(this.file(id), { force: true });
  }

  private file(id: string): string {
    return path.join(this.directory, `${id}.eml`);
  }
}

export const parse = (raw: Buffer): Promise<Email> => PostalMime.parse(raw);

async function summarise(id: string, raw: Buffer): Promise<Indexed> {
  const mail = await parse(raw);
  const to = (mail.to ?? []).map(written).join(', ');
  const from = mail.from ? written(mail.from) : '';
  const subject = mail.subject ?? '';
  return {
    id,
    receivedAt: new Date(Number(id.slice(0, 13))).toISOString(),
    from,
    to,
    subject,
    haystack: `${from}\n${to}\n${subject}\n${mail.text ?? ''}`.toLowerCase(),
  };
}

const written = ({ name, address }: { name: string; address?: string | undefined }): string =>
  name ? `${name} <${address ?? ''}>` : (address ?? '');
