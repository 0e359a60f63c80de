import { escapeMarkup } from '@palisade/basics';
import { SAMPLE_ATTACKS, type SampleAttack } from '@palisade/managed-rules/sample-attacks';
import type { Sample } from '@palisade/waf-proxy/judge';

export interface AttackRequest extends SampleAttack {
  readonly sample: Sample;
}

/** Where a request could carry an attack; null: it cannot carry this one. */
type Place = (text: string) => Sample | null;

/** Beside the fields that are asked about, each place carries one attack of so many. */
const OF_USUAL_PLACES = 4;
const ELSEWHERE = '/somewhere-else';
/** A name that no real site's exclusion contains, so that it stands for all fields without one. */
const ANY_NAME = 'sample_value';

/**
 * The attacks of the house as they would come to a site: all of them in each named field, and some of them in the usual places of
 * the same path and of another one, which only a wide exclusion opens.
 * @param path of the page that the exclusion is about
 * @param fields SecLang targets, such as `ARGS:comment`
 */
export function attackRequests(host: string, path: string, fields: readonly string[]): AttackRequest[] {
  const named = fields.flatMap((field) => placesOf(field, host, path));
  const usual = [
    ...[
      'ARGS_GET',
      'ARGS_POST',
      'ARGS:json',
      'REQUEST_COOKIES',
      'REQUEST_HEADERS',
      'REQUEST_FILENAME',
    ].flatMap((collection) =>
      placesOf(`${collection}${collection === 'ARGS:json' ? '.' : ':'}${ANY_NAME}`, host, path),
    ),
    ...['ARGS_GET', 'ARGS_POST'].flatMap((collection) =>
      placesOf(`${collection}:${ANY_NAME}`, host, ELSEWHERE),
    ),
  ];
  return [
    ...named.flatMap((place) => carriedBy(place, SAMPLE_ATTACKS)),
    ...usual.flatMap((place, at) =>
      carriedBy(
        place,
        SAMPLE_ATTACKS.filter((_, nth) => nth % OF_USUAL_PLACES === at % OF_USUAL_PLACES),
      ),
    ),
  ];
}

const carriedBy = (place: Place, attacks: readonly SampleAttack[]): AttackRequest[] =>
  attacks.flatMap((attack) => {
    const sample = place(attack.text);
    return sample === null ? [] : [{ ...attack, sample }];
  });

/** The places of a SecLang target; none where nobody but the rules themselves writes it. */
function placesOf(target: string, host: string, path: string): Place[] {
  const [collection = '', ...rest] = target.split(':');
  const key = rest.join(':') || ANY_NAME;
  const at = new RequestsTo(host, path);
  switch (collection.toUpperCase()) {
    case 'ARGS':
      return key.startsWith('json.') ? [at.json(key)] : [at.query(key), at.form(key)];
    case 'ARGS_GET':
      return [at.query(key)];
    case 'ARGS_POST':
      return key.startsWith('json.') ? [at.json(key)] : [at.form(key)];
    case 'ARGS_NAMES':
      return [at.nameOfParameter()];
    case 'QUERY_STRING':
    case 'REQUEST_URI':
    case 'REQUEST_URI_RAW':
      return [at.query(key), at.segment()];
    case 'REQUEST_FILENAME':
    case 'REQUEST_BASENAME':
      return [at.segment()];
    case 'REQUEST_COOKIES':
      return [at.cookie(key)];
    case 'REQUEST_COOKIES_NAMES':
      return [at.nameOfCookie()];
    case 'REQUEST_HEADERS':
      return [at.header(key === ANY_NAME ? 'X-Sample-Value' : key)];
    case 'FILES':
    case 'FILES_NAMES':
      return [at.fileName(key)];
    case 'REQUEST_BODY':
      return [at.body('text/plain', (text) => text)];
    case 'XML':
      return [at.body('application/xml', (text) => `<order><note>${escapeMarkup(text)}</note></order>`)];
    default:
      return [];
  }
}

const FORM = 'application/x-www-form-urlencoded';
const BOUNDARY = 'sample-boundary';
// biome-ignore lint/suspicious/noControlCharactersInRegex: a header's line has none of them
const NOT_IN_LINE = /[\0-\x08\n-\x1f\x7f]/;

/** Characters that end a path, or its line. */
const NOT_IN_PATH = /[\0-\x20\x7f?#]/g;

class RequestsTo {
  private readonly path: string;

  constructor(
    private readonly host: string,
    path: string,
  ) {
    this.path = path.replaceAll(NOT_IN_PATH, encodeURIComponent);
  }

  query(name: string): Place {
    return (text) => this.get(`${this.path}?${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  }

  nameOfParameter(): Place {
    return (text) => this.get(`${this.path}?${encodeURIComponent(text)}=1`);
  }

  segment(): Place {
    return (text) => this.get(`${this.path.replace(/\/$/, '')}/${encodeURIComponent(text)}`);
  }

  header(name: string): Place {
    return (text) => (NOT_IN_LINE.test(text) ? null : this.get(this.path, [[name, text]]));
  }

  cookie(name: string): Place {
    return (text) => this.get(this.path, [['Cookie', `${name}=${encodeURIComponent(text)}`]]);
  }

  nameOfCookie(): Place {
    return (text) => this.get(this.path, [['Cookie', `${encodeURIComponent(text)}=1`]]);
  }

  form(name: string): Place {
    return this.body(FORM, (text) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  }

  /** @param name as rules see it: `json.order.lines.array_0.note` */
  json(name: string): Place {
    const steps = name.split('.').slice(1);
    return this.body('application/json', (text) =>
      JSON.stringify(
        steps.reduceRight<unknown>(
          (inner, step) => (/^array_\d+$/.test(step) ? [inner] : { [step]: inner }),
          text,
        ),
      ),
    );
  }

  fileName(name: string): Place {
    return (text) => {
      if (NOT_IN_LINE.test(text) || /["\\]/.test(text)) return null;
      const head = `Content-Disposition: form-data; name="${name.replaceAll('"', '')}"; filename="${text}"`;
      return this.post(
        `multipart/form-data; boundary=${BOUNDARY}`,
        `--${BOUNDARY}\r\n${head}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`,
      );
    };
  }

  body(type: string, write: (text: string) => string): Place {
    return (text) => this.post(type, write(text));
  }

  private get(target: string, fields: Sample['fields'] = []): Sample {
    return { method: 'GET', target, fields: [...this.usualFields(), ...fields], body: null, secure: true };
  }

  private post(type: string, body: string): Sample {
    const fields = [...this.usualFields(), ['Content-Type', type] as const];
    return { method: 'POST', target: this.path, fields, body: Buffer.from(body), secure: true };
  }

  private usualFields(): [string, string][] {
    return [
      ['Host', this.host],
      ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
      ['Accept', 'text/html,*/*;q=0.8'],
      ['Accept-Language', 'en-US,en;q=0.5'],
    ];
  }
}
