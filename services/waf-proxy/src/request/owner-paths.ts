import { isUtf8 } from 'node:buffer';
import { encodeUtf8, pathReadings } from '@palisade/waf-engine';

/**
 * Paths as owners write them, with escapes, against request targets. Both are read by the same function, so that each
 * path covers itself. To block or limit a request use `catches`, which is true if any server might read the target so;
 * to let one pass use `admits`, which is true only if every server would.
 */
export interface OwnerPaths {
  readonly isEmpty: boolean;
  /** Ignores case; a path that ends with a slash also covers the same without it. */
  catches(target: string): boolean;
}

export interface AdmittedPaths {
  admits(target: string): boolean;
}

/** These paths and everything below them. */
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

/** Exactly these paths, with and without a trailing slash. */
export function wholePaths(written: readonly string[]): OwnerPaths {
  const whole = new Set(written.flatMap((path) => readingsOf(path).map(foldedPath).map(withoutSlash)));
  return Object.freeze({
    isEmpty: whole.size === 0,
    catches: (target: string) =>
      whole.size > 0 && (caughtReadings(target)?.some((reading) => whole.has(withoutSlash(reading))) ?? true),
  });
}

/** For letting requests pass: these paths and everything below them, but none of their neighbours. Case-sensitive. */
export function admittedPaths(written: readonly string[]): AdmittedPaths {
  const beginnings = written.map((path) => ({
    readings: readingsOf(path),
    // A path with a query means exactly that query.
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

/** Compares whole segments: `/api` does not cover `/apis`. */
const isAtOrBelow = (path: string, begun: string): boolean =>
  path.startsWith(begun) &&
  (begun.endsWith('/') || path.length === begun.length || '/;'.includes(path[begun.length]!));

/**
 * Some servers drop control characters and blanks, and then read `. .` as `..`; some read overlong bytes as a slash or
 * a dot.
 */
const AMBIGUOUS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
  /[\0-\x1f\x7f\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]|\xf8[\x80-\x87]|\xfc[\x80-\x83]|(?:^|\/)\.{0,2} [. ]*(?:\/|$)/;
/** Dots, and bytes that a server may drop where they are not valid UTF-8. */
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
/** Where some servers stop reading, and Windows' suffixes for the contents of a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const CUT_OFF = /(?:[\0-\x1f\x7f]|::?\$).*$/s;
/** A format extension: frameworks route any of them to the same action, also with a trailing slash. */
const FORMAT = /\.[a-z0-9_]{1,20}\/?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const NEEDS_MORE_READINGS = /[. :\0-\x1f\x7f]/;
/**
 * Maximum length of all readings together, in characters. A target that exceeds it is no person's, and counts as
 * caught.
 */
const MAX_READING_LENGTH = 65_536;

/** The readings of the latest target, since a site asks with each of its paths. */
let latest: { target: string; readings: readonly string[] | null } | null = null;

/** Lower-cased readings; null: too many. */
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

/** Each is applied to the results of the earlier ones. The format is removed twice, since two may follow each other. */
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

/**
 * How servers may read a path with a script in it: the script, and what follows it, from the root and from the script's
 * folder.
 */
function scriptReadings(path: string): string[] {
  const segments = path.split('/');
  const at = segments.findIndex((segment) => SCRIPT.test(segment));
  if (at < 0 || at === segments.length - 1) return [];
  const [folder, rest] = [segments.slice(0, at), segments.slice(at + 1)];
  const script = segments.slice(0, at + 1).join('/');
  return [script, `/${rest.join('/')}`, [...folder, ...rest].join('/')];
}

const BEYOND_ASCII = /[\x80-\xff]/;

/** Case-folded for all alphabets, as origins may ignore case. All invalid UTF-8 becomes the same character. */
const foldedPath = (path: string): string =>
  (BEYOND_ASCII.test(path) ? Buffer.from(path, 'latin1').toString('utf8') : path).toLowerCase();

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
