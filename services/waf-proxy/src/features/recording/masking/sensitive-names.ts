/** Fields whose values are secrets by what they are for, whatever they look like. */
const FIELDS: ReadonlySet<string> = new Set([
  'cookie',
  'authorization',
  'proxy-authorization',
  'x-amz-security-token',
  'cf-access-jwt-assertion',
]);

/** Parts of names of fields, parameters, members and elements that hold secrets. Letters and digits only, lower case. */
const PARTS = [
  'pass',
  'pwd',
  'secret',
  'token',
  'apikey',
  'accesskey',
  'privatekey',
  'authkey',
  'auth',
  'session',
  'sessid',
  'csrf',
  'xsrf',
  'nonce',
  'signature',
  'credential',
  'cardnumber',
  'ccnumber',
  'creditcard',
  'iban',
  'ssn',
  'email',
  'mail',
  'phone',
  'otp',
  'verificationcode',
  'assertion',
  'samlresponse',
  'bearer',
  'jwt',
] as const;

/** Names that mean a secret only as a whole: within others they mean something else. */
const WHOLE: ReadonlySet<string> = new Set([
  'cvc',
  'cvv',
  'cvv2',
  'pin',
  'pan',
  'sid',
  'sig',
  'code',
  'key',
  'tel',
  'tan',
  'user',
  'username',
  'login',
]);

/** Names that have such a part and hold no secret. */
const HARMLESS: ReadonlySet<string> = new Set(['author', 'authority', 'passive', 'mailinglist', 'authors']);

/** Names of requests repeat: what was said of one is kept, up to so many. */
const REMEMBERED = 4_096;

export class SensitiveNames {
  private readonly own: ReadonlySet<string>;
  private readonly known = new Map<string, boolean>();

  /** @param own names that the site's owner adds, any case */
  constructor(own: readonly string[]) {
    this.own = new Set(own.map(plain));
  }

  /** Of a parameter, a member, a part or an element: `user[password]` is one by its last part. */
  has(name: string): boolean {
    let answer = this.known.get(name);
    if (answer === undefined) {
      answer = this.isSensitive(plain(name));
      if (this.known.size >= REMEMBERED) this.known.clear();
      if (name.length <= 200) this.known.set(name, answer);
    }
    return answer;
  }

  /** Of a header field, in any case. */
  hasField(name: string): boolean {
    const lower = name.toLowerCase();
    return (
      FIELDS.has(lower) ||
      (lower.startsWith('x-') || lower.includes('key') ? this.has(lower) : this.own.has(plain(lower)))
    );
  }

  private isSensitive(name: string): boolean {
    if (this.own.has(name) || WHOLE.has(name)) return true;
    return !HARMLESS.has(name) && PARTS.some((part) => name.includes(part));
  }
}

/** Without case, escapes, brackets and separators. */
const plain = (name: string): string =>
  name
    .replace(/%[0-9A-Fa-f]{2}/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
