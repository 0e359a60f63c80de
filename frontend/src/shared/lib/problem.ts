/** A failed answer as the services send it (RFC 9457): `detail` is the text that screens show. */
export interface Problem {
  status: number | string;
  code?: string;
  detail?: string;
  errors?: { path: string; message: string }[];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads what RTK Query hands back as an error, whatever shape the failure had. */
export function toProblem(error: unknown): Problem {
  if (!isRecord(error)) return { status: 'unknown' };
  const status =
    typeof error.status === 'number' || typeof error.status === 'string' ? error.status : 'unknown';
  const data = isRecord(error.data) ? error.data : {};
  return {
    status,
    code: typeof data.code === 'string' ? data.code : undefined,
    detail: typeof data.detail === 'string' && data.detail !== '' ? data.detail : undefined,
    errors: Array.isArray(data.errors) ? (data.errors as Problem['errors']) : undefined,
  };
}

/** The server's detail in preference to the screen's default; what is wrong with fields by their names for people. */
export function messageOf(error: unknown, fallback: string): string {
  const { detail, errors } = toProblem(error);
  const [first] = errors ?? [];
  // The server's readable texts stay; a bare list of keys is put into words.
  if (errors === undefined || first === undefined || !detail?.startsWith(`${first.path}: `))
    return detail ?? fallback;
  const sentences = [...new Set(errors.slice(0, MAX_SHOWN).map(sentenceOf))];
  return sentences.length === 1 ? sentences.join('') : sentences.map(ended).join(' ');
}

const MAX_SHOWN = 3;
/** How messages begin that say nothing of their field: a schema's own, and the ends of sentences. */
const NEEDS_ITS_FIELD =
  /^(?:[a-z]|Invalid (?:input|option|string|email|address|UUID|URL|ISO)\b|Too (?:small|big)|Unrecognized )/;

function sentenceOf({ path, message }: { path: string; message: string }): string {
  const name = path.split('.').findLast((part) => !/^\d*$/.test(part));
  const words =
    name
      ?.replaceAll('_', ' ')
      .replace(/ ids?$/, '')
      .replace(/ ips$/, ' addresses') ?? '';
  if (words === '' || !NEEDS_ITS_FIELD.test(message)) return message;
  return `${words[0]?.toUpperCase()}${words.slice(1)}${/^[a-z]/.test(message) ? ' ' : ': '}${message}`;
}

const ended = (text: string): string => (/[.!?…)]$/.test(text) ? text : `${text}.`);
