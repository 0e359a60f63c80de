import PostalMime from 'postal-mime';

/** Content of the returned mail. Anybody can write one: only the signed return path identifies the recipient. */
export interface Bounce {
  email: string;
  kind: 'hard' | 'soft' | 'complaint';
  /** The other server's diagnostic text. */
  diagnostic: string;
}

const ADDRESS = /^[^\s<>@"]{1,64}@[^\s<>@"]{1,253}$/;
const MAX_DIAGNOSTIC = 300;

/**
 * Parses a returned mail: a delivery status notification (RFC 3464) or a complaint (RFC 5965). Anything else, such as
 * an out-of-office reply, says nothing about an address.
 */
export async function readBounces(raw: string): Promise<Bounce[]> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' });
  const parts = mail.attachments.map((part) => ({ type: part.mimeType, text: String(part.content) }));
  const complaints = parts
    .filter(({ type }) => type === 'message/feedback-report')
    .flatMap(({ text }) => {
      const email = address(field(text, 'Original-Rcpt-To'));
      const diagnostic = field(text, 'Feedback-Type');
      return email ? [{ email, kind: 'complaint' as const, diagnostic }] : [];
    });
  const reports = parts
    .filter(({ type }) => type === 'message/delivery-status')
    .flatMap(({ text }) => text.split(/\r?\n\r?\n/))
    .flatMap(bounceOf);
  return [...complaints, ...reports];
}

/** Each block of a notification is about one recipient. */
function bounceOf(block: string): Bounce[] {
  const email = address(field(block, 'Final-Recipient')) ?? address(field(block, 'Original-Recipient'));
  const action = field(block, 'Action').toLowerCase();
  if (!email || (action !== 'failed' && action !== 'delayed')) return [];
  const isHard = action === 'failed' && field(block, 'Status').startsWith('5');
  const diagnostic = `${field(block, 'Status')} ${field(block, 'Diagnostic-Code')}`.trim();
  return [{ email, kind: isHard ? 'hard' : 'soft', diagnostic: diagnostic.slice(0, MAX_DIAGNOSTIC) }];
}

function field(block: string, name: string): string {
  const unfolded = block.replace(/\r?\n[ \t]+/g, ' ');
  const found = unfolded.split(/\r?\n/).find((row) => row.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return found?.slice(name.length + 1).trim() ?? '';
}

/** "rfc822; ada@example.com" or "<ada@example.com>". */
function address(value: string): string | null {
  const bare = value
    .replace(/^rfc822;/i, '')
    .trim()
    .replace(/^<|>$/g, '')
    .toLowerCase();
  return ADDRESS.test(bare) ? bare : null;
}
