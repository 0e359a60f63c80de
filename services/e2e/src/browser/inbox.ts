import { eventually } from '@palisade/testing';

export interface Mail {
  to: { value: { address: string }[] };
  subject: string;
  text: string;
  html: string;
}

interface MailHead {
  id: string;
  to: string;
  subject: string;
}

/** The local inbox, where every mail that the product sends lands. */
export class Inbox {
  constructor(private readonly base: string) {}

  /** The newest mail to an address whose subject fits; waits for it. */
  latest(to: string, subject: RegExp): Promise<Mail> {
    return eventually(`a mail to ${to} about ${subject}`, async () => {
      const heads = await this.get<MailHead[]>(`api/mails?search=${encodeURIComponent(to)}`);
      // Newest first.
      const head = heads.find((mail) => mail.to.includes(to) && subject.test(mail.subject));
      if (!head) throw new Error(`there are: ${heads.map((mail) => mail.subject).join(' | ')}`);
      return this.get<Mail>(`api/mails/${head.id}`);
    });
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(this.base + path);
    if (!response.ok) throw new Error(`the inbox answered ${response.status}`);
    return (await response.json()) as T;
  }
}

/** Every address in a mail's text. */
export const linksOf = (mail: Mail): URL[] =>
  [...mail.text.matchAll(/https?:\/\/[^\s)>\]]+/g)].map(([address]) => new URL(address));

/** Path and query of the first link in a mail whose path begins so. */
export function linkIn(mail: Mail, path: string): string {
  for (const url of linksOf(mail)) {
    if (url.pathname.startsWith(path)) return url.pathname + url.search;
  }
  throw new Error(`no link to ${path} in: ${mail.text}`);
}
