import { isUtf8 } from 'node:buffer';
import { encodeUtf8, pathReadings } from '@palisade/waf-engine';

/**
 * Paths as owners write them, which is with escapes, against the targets of requests. Both are read by the same function, so that
 * each path covers itself. What shall catch a request asks `catches`, whose answer is yes if any server might read the target so;
 * what shall let one pass asks `admits`, whose answer is yes only if every server would.
 */
export interface OwnerPaths {
  readonly isEmpty: boolean;
  /** Without regard to case; a path that ends with a slash is meant without it, too. */
  catches(target: string): boolean;
}

export interface AdmittedPaths {
  admits(target: string): boolean;
}

/** Whatever lies at these paths and below them. */
export function pathsBelow(written: readonly string[]): OwnerPaths {
  const beginnings = written.flatMap((path) => readingsOf(path).map(foldedPath));
  return Object.freeze({
    isEmpty: beginnings.length === 0,
    catches: (target: string) =>
      beginnings.length > 0 &&
      (caughtReadings(target)?.some((reading) => {
        const path = `${reading}/`;
        return beginnings.some((beginning) => path.startsWith(beginning));
      }) ??
        true),
  });
}

/** These paths themselves, with and without a slash at the end. */
export function wholePaths(written: readonly string[]): OwnerPaths {
  const whole = new Set(written.flatMap((path) => readingsOf(path).map(foldedPath).map(withoutSlash)));
  return Object.freeze({
    isEmpty: whole.size === 0,
    catches: (target: string) =>
      whole.size > 0 && (caughtReadings(target)?.some((reading) => whole.has(withoutSlash(reading))) ?? true),
  });
}

/** What is open at these paths and below them opens none of their neighbours. Case counts. */
export function admittedPaths(written: readonly string[]): AdmittedPaths {
  const beginnings = written.map((path) => ({
    readings: readingsOf(path),
    // An owner who writes a query means that one, as it stands there.
    target: path.includes('?') ? path : '',
  }));
  return Object.freeze({
    admits: (target: string) => {
      const meant = beginnings.filter((beginning) => target.startsWith(beginning.target));
      if (meant.length === 0) return false;
      const readings = pathReadings(target);
      return (
        !readings.some(isAmbiguous) &&
        meant.some((beginning) =>
          readings.every((reading) => beginning.readings.some((begun) => isAtOrBelow(reading, begun))),
        )
      );
    },
  });
}

/** `/api` is not the beginning of `/apis`. */
const isAtOrBelow = (path: string, begun: string): boolean =>
  path.startsWith(begun) &&
  (begun.endsWith('/') || path.length === begun.length || '/;'.includes(path[begun.length]!));

/** Some servers drop controls and blanks, and take `. .` for `..` then; some take overlong bytes for a slash or a dot. */
const AMBIGUOUS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
  /[\0-\x1f\x7f\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]|\xf8[\x80-\x87]|\xfc[\x80-\x83]|(?:^|\/)\.{0,2} [. ]*(?:\/|$)/;
/** Dots, and bytes that a server may drop where they are no UTF-8. */
const DOTS_AND_BYTES = /^[. \x80-\xff]+$/;

const isAmbiguous = (path: string): boolean =>
  AMBIGUOUS.test(path) ||
  (BEYOND_ASCII.test(path) &&
    !isUtf8(Buffer.from(path, 'latin1')) &&
    path
      .split('/')
      .some(
        (segment) => BEYOND_ASCII.test(segment) && segment.includes('.') && DOTS_AND_BYTES.test(segment),
      ));

const readingsOf = (written: string): readonly string[] => pathReadings(encodeUtf8(written));

/** `/index.php/admin` is `/admin` to a front controller, and `/login.php/x` is `/login.php` to the server of a script. */
const SCRIPT = /\.(?:php\d?|phtml|aspx?|ashx|asmx|cgi|pl|py|jsp|jspx|cfm|do)$/i;

/** Ends of segments that Windows drops. */
const DROPPED = /[. ](?:\/|$)/;
/** Where some servers stop reading, and how Windows names what a file holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const CUT_OFF = /(?:[\0-\x1f\x7f]|::?\$).*$/s;
/** Of the answer: frameworks route any to the same action, also with a slash behind it. */
const FORMAT = /\.[a-z0-9_]{1,20}\/?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const NEEDS_MORE_READINGS = /[. :\0-\x1f\x7f]/;
/** Characters of all readings of a target. A path that needs more is no person's, and is taken to be whatever is asked for. */
const MAX_READING_LENGTH = 65_536;

/** A site asks with each of its paths: what was read of a target serves until another one comes. */
let latest: { target: string; readings: readonly string[] | null } | null = null;

/** In one case. Null: there are too many. */
function caughtReadings(target: string): readonly string[] | null {
  if (latest?.target === target) return latest.readings;
  const readings = readAll(target);
  latest = { target, readings };
  return readings;
}

function readAll(target: string): readonly string[] | null {
  const readings = pathReadings(target);
  if (readings.length === 1 && !NEEDS_MORE_READINGS.test(readings[0]!)) return readings.map(foldedPath);
  const paths = new Set(readings);
  for (const change of CHANGES) for (const path of [...paths]) paths.add(change(path));
  let length = 0;
  for (const path of [...paths]) {
    length += path.length;
    if (length > MAX_READING_LENGTH) return null;
    for (const reading of scriptReadings(path)) paths.add(reading);
  }
  return [...new Set([...paths].map(foldedPath))];
}

/** Each is made of what those before it have made. A format may stand behind a format. */
const CHANGES: readonly ((path: string) => string)[] = [
  (path) => path.replace(CUT_OFF, ''),
  (path) => (DROPPED.test(path) ? withoutDroppedEnds(path) : path),
  (path) => path.replace(FORMAT, ''),
  (path) => path.replace(FORMAT, ''),
];

function withoutDroppedEnds(path: string): string {
  return path
    .split('/')
    .map((segment) => {
      let end = segment.length;
      while (end > 0 && (segment[end - 1] === '.' || segment[end - 1] === ' ')) end--;
      return segment.slice(0, end);
    })
    .join('/');
}

/** What the first script of a path may be asked for: itself, and what stands behind it, at the root and in the folder of the script. */
function scriptReadings(path: string): string[] {
  const segments = path.split('/');
  const at = segments.findIndex((segment) => SCRIPT.test(segment));
  if (at < 0 || at === segments.length - 1) return [];
  const [folder, rest] = [segments.slice(0, at), segments.slice(at + 1)];
  const script = segments.slice(0, at + 1).join('/');
  return [script, `/${rest.join('/')}`, [...folder, ...rest].join('/')];
}

const BEYOND_ASCII = /[\x80-\xff]/;

/** Whichever case an origin takes for the same, in other alphabets, too. What is no UTF-8 is one with all that is none. */
const foldedPath = (path: string): string =>
  (BEYOND_ASCII.test(path) ? Buffer.from(path, 'latin1').toString('utf8') : path).toLowerCase();

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
