/** Headers whose values are secrets by definition. */
const FIELDS: ReadonlySet<string> = new Set([
  'cookie',
  'authorization',
  'proxy-authorization',
  'x-amz-security-token',
  'cf-access-jwt-assertion',
  'sec-websocket-protocol',
  'dpop',
  'ocp-apim-subscription-key',
  'x-forwarded-user',
  'x-remote-user',
]);

/**
 * Substrings of names of headers, parameters, members and elements that hold secrets. Letters and digits only, lower
 * case.
 */
const SECRET_PARTS = [
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
  'otp',
  'verificationcode',
  'assertion',
  'samlresponse',
  'bearer',
  'jwt',
  'cookie',
  'cvv',
  'cvc',
  'cardno',
  'cardnum',
  'ccnum',
  'accountnumber',
  'routingnumber',
  'socialsecurity',
  'taxid',
  'pincode',
  'mnemonic',
  'seedphrase',
  'sharedaccess',
  'accountkey',
  'subscriptionkey',
  'recoverycode',
  'backupcode',
  'securityanswer',
  // In other languages.
  'kennwort',
  'geheim',
  'contrasena',
  'senha',
  'motdepasse',
  'wachtwoord',
  'parola',
  'haslo',
  'hasło',
  'heslo',
  'lösenord',
  'salasana',
  'şifre',
  'пароль',
  'секрет',
  '密码',
  '密碼',
  'パスワード',
  '暗証番号',
  '비밀번호',
  'סיסמה',
  'كلمةالمرور',
] as const;

/** Names that are secret only as a whole; within longer names they mean something else. */
const SECRET_NAMES = [
  'pin',
  'pan',
  'sid',
  'sig',
  'code',
  'key',
  'tan',
  'mdp',
  'pw',
  'sess',
  'clave',
  'mfa',
  '2fa',
  'ticket',
  'hmac',
  'card',
  'cc',
] as const;

/** The same for personal data. */
const PERSONAL_PARTS = ['email', 'mail', 'phone', 'mobile', 'msisdn', 'birth', 'passport'] as const;
const PERSONAL_NAMES = ['tel', 'dob', 'user', 'username', 'login'] as const;

/** Names with such a substring that hold no secret. */
const HARMLESS: ReadonlySet<string> = new Set([
  'author',
  'authority',
  'passive',
  'mailinglist',
  'authors',
  'automobile',
  // Of React, which would be an SSN.
  'classname',
  'classnames',
  // Client hints.
  'secchuamobile',
]);

/** Names that are too vague in free text. */
const VAGUE: ReadonlySet<string> = new Set([
  'key',
  'code',
  'user',
  'username',
  'login',
  'card',
  'cc',
  'tel',
  'clave',
  'ticket',
]);

/** Names repeat, so results are cached, up to this many names of limited length. */
const REMEMBERED = 4_096;
const REMEMBERED_LENGTH = 200;

class KnownNames {
  private readonly parts: RegExp;
  private readonly names: ReadonlySet<string>;
  private readonly said = new Map<string, boolean>();

  constructor(parts: readonly string[], names: readonly string[]) {
    this.parts = new RegExp(parts.map(plainText).join('|'));
    this.names = new Set(names.map(plainText));
  }

  has(name: string): boolean {
    let answer = this.said.get(name);
    if (answer !== undefined) return answer;
    const letters = plain(name);
    answer = this.names.has(letters) || (!HARMLESS.has(letters) && this.parts.test(letters));
    if (this.said.size >= REMEMBERED) this.said.clear();
    if (name.length <= REMEMBERED_LENGTH) this.said.set(name, answer);
    return answer;
  }
}

// Shared by all sites, since clients choose the names that are cached.
const SECRETS = new KnownNames(SECRET_PARTS, SECRET_NAMES);
const SECRETS_AND_PERSONS = new KnownNames(
  [...SECRET_PARTS, ...PERSONAL_PARTS],
  [...SECRET_NAMES, ...PERSONAL_NAMES],
);

export class SensitiveNames {
  /** Equal for equal sets of names. */
  readonly key: string;
  private readonly own: ReadonlySet<string>;
  private readonly known: KnownNames;

  private constructor(own: readonly string[], known: KnownNames) {
    this.own = new Set(own.map(plainText));
    this.known = known;
    this.key = `${known === SECRETS ? 'secrets' : 'persons'} ${[...this.own].join(' ')}\n`;
  }

  /** @param own additional names of the site's owner, in any case */
  static ofSecrets(own: readonly string[]): SensitiveNames {
    return new SensitiveNames(own, SECRETS);
  }

  /** Names of secrets and of personal data. */
  static ofSecretsAndPersons(own: readonly string[]): SensitiveNames {
    return new SensitiveNames(own, SECRETS_AND_PERSONS);
  }

  /** For a parameter, member, part or element: `user[password]` counts by its last part. */
  has(name: string): boolean {
    return this.known.has(name) || this.isNamed(name);
  }

  /** Whether the owner listed the name. */
  isNamed(name: string): boolean {
    return this.namesAny && this.own.has(plain(name));
  }

  get namesAny(): boolean {
    return this.own.size > 0;
  }

  /** For a name within a text, such as `password` in `password=x`. */
  isSecret(name: string): boolean {
    return this.has(name) && !VAGUE.has(plain(name));
  }

  /** For a header, in any case. */
  hasField(name: string): boolean {
    const lower = name.toLowerCase();
    return FIELDS.has(lower) || this.has(lower) || this.has(lower.replace(/^x-/, ''));
  }
}

/** Removes case, escapes, brackets, separators and accents. @param name one character per byte */
const plain = (name: string): string =>
  UNUSUAL.test(name) ? plainText(textOf(name)) : name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** @param name a text; it may be of any script */
function plainText(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFC');
}

const UNUSUAL = /[%\\\x80-\xff]/;
/** Escaped characters in forms, up to three times, and in JSON. */
const ESCAPES = /%(?:25){0,2}([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})/g;

/** Bytes are UTF-8, or else Latin-1. */
function textOf(name: string): string {
  const bytes = name.replace(ESCAPES, (_escaped: string, ofForm?: string, ofJson?: string) =>
    ofForm === undefined
      ? Buffer.from(String.fromCharCode(Number.parseInt(ofJson!, 16))).toString('latin1')
      : String.fromCharCode(Number.parseInt(ofForm, 16)),
  );
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? bytes : text;
}
