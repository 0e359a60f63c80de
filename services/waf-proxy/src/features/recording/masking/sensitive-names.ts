/** Fields whose values are secrets by what they are for, whatever they look like. */
const FIELDS: ReadonlySet<string> = new Set([
  'cookie',
  'authorization',
  'proxy-authorization',
  'x-amz-security-token',
  'cf-access-jwt-assertion',
  'sec-websocket-protocol',
  'dpop',
]);

/** Parts of names of fields, parameters, members and elements that hold secrets. Letters and digits only, lower case. */
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
  // In other languages of those who fill in forms.
  'kennwort',
  'geheim',
  'contrasena',
  'senha',
  'motdepasse',
  'wachtwoord',
  'parola',
  'haslo',
  'salasana',
] as const;

/** Names that mean a secret only as a whole: within others they mean something else. */
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
  'hmac',
  'card',
  'cc',
] as const;

/** The same of what says who somebody is. */
const PERSONAL_PARTS = ['email', 'mail', 'phone', 'mobile', 'msisdn', 'birth', 'passport'] as const;
const PERSONAL_NAMES = ['tel', 'dob', 'user', 'username', 'login'] as const;

/** Names that have such a part and hold no secret. */
const HARMLESS: ReadonlySet<string> = new Set([
  'author',
  'authority',
  'passive',
  'mailinglist',
  'authors',
  'automobile',
  // What browsers say of themselves.
  'secchuamobile',
]);

/** Those that say too little of a text that somebody has written. */
const VAGUE: ReadonlySet<string> = new Set(['key', 'code', 'user', 'username', 'login', 'card', 'cc', 'tel']);

/** Names of requests repeat: what was said of one is kept, up to so many of so many letters. */
const REMEMBERED = 4_096;
const REMEMBERED_LENGTH = 200;

class KnownNames {
  private readonly parts: RegExp;
  private readonly names: ReadonlySet<string>;
  private readonly said = new Map<string, boolean>();

  constructor(parts: readonly string[], names: readonly string[]) {
    this.parts = new RegExp(parts.join('|'));
    this.names = new Set(names);
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

// One of each for all sites: strangers choose the names that are remembered.
const SECRETS = new KnownNames(SECRET_PARTS, SECRET_NAMES);
const SECRETS_AND_PERSONS = new KnownNames(
  [...SECRET_PARTS, ...PERSONAL_PARTS],
  [...SECRET_NAMES, ...PERSONAL_NAMES],
);

export class SensitiveNames {
  /** Whoever has the same says the same of every name. */
  readonly key: string;
  private readonly own: ReadonlySet<string>;
  private readonly known: KnownNames;

  private constructor(own: readonly string[], known: KnownNames) {
    this.own = new Set(own.map(plain));
    this.known = known;
    this.key = `${known === SECRETS ? 'secrets' : 'persons'} ${[...this.own].join(' ')}\n`;
  }

  /** @param own names that the site's owner adds, any case */
  static ofSecrets(own: readonly string[]): SensitiveNames {
    return new SensitiveNames(own, SECRETS);
  }

  /** Secrets, and what says who somebody is. */
  static ofSecretsAndPersons(own: readonly string[]): SensitiveNames {
    return new SensitiveNames(own, SECRETS_AND_PERSONS);
  }

  /** Of a parameter, a member, a part or an element: `user[password]` is one by its last part. */
  has(name: string): boolean {
    return this.known.has(name) || this.isNamed(name);
  }

  /** Whether somebody has named it for this site, whatever it is. */
  isNamed(name: string): boolean {
    return this.namesAny && this.own.has(plain(name));
  }

  get namesAny(): boolean {
    return this.own.size > 0;
  }

  /** Of what a text calls by a name, such as `password` of `password=x`. */
  isSecret(name: string): boolean {
    return this.has(name) && !VAGUE.has(plain(name));
  }

  /** Of a header field, in any case. */
  hasField(name: string): boolean {
    const lower = name.toLowerCase();
    return FIELDS.has(lower) || this.has(lower) || this.has(lower.replace(/^x-/, ''));
  }
}

/** Without case, escapes, brackets and separators. */
const plain = (name: string): string =>
  (UNUSUAL.test(name) ? name.replace(ESCAPES, characterOf).replace(ENYE, 'n') : name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const UNUSUAL = /[%\\\x80-\xff]/;
/** As forms and as JSON escape a character. */
const ESCAPES = /%(?:25)?([0-9A-Fa-f]{2})|\\u00([0-9A-Fa-f]{2})/g;
const characterOf = (_escaped: string, ofForm?: string, ofJson?: string): string =>
  String.fromCharCode(Number.parseInt((ofForm ?? ofJson)!, 16));
/** In UTF-8 and in Latin-1: an n to many who name fields. */
const ENYE = /\xc3\xb1|\xf1/g;
