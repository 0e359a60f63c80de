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
      caughtReadings(target).some((reading) => {
        const path = `${foldedPath(reading)}/`;
        return beginnings.some((beginning) => path.startsWith(beginning));
      }),
  });
}

/** These paths themselves, with and without a slash at the end. */
export function wholePaths(written: readonly string[]): OwnerPaths {
  const whole = new Set(written.flatMap((path) => readingsOf(path).map(wholePath)));
  return Object.freeze({
    isEmpty: whole.size === 0,
    catches: (target: string) => caughtReadings(target).some((reading) => whole.has(wholePath(reading))),
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
    admits: (target: string) =>
      beginnings.length > 0 &&
      beginnings.some(
        (beginning) =>
          target.startsWith(beginning.target) &&
          pathReadings(target).every(
            (reading) =>
              !AMBIGUOUS.test(reading) && beginning.readings.some((begun) => isAtOrBelow(reading, begun)),
          ),
      ),
  });
}

/** `/api` is not the beginning of `/apis`. */
const isAtOrBelow = (path: string, begun: string): boolean =>
  path.startsWith(begun) &&
  (begun.endsWith('/') || path.length === begun.length || '/;'.includes(path[begun.length]!));

/** Some servers drop controls and blanks, and take `. .` for `..` then; some take overlong bytes for a slash or a dot. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const AMBIGUOUS = /[\0-\x1f\x7f\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]|(?:^|\/)\.{0,2} [. ]*(?:\/|$)/;

const readingsOf = (written: string): readonly string[] => pathReadings(encodeUtf8(written));

/** `/index.php/admin` is `/admin` to a front controller, and `/login.php/x` is `/login.php` to the server of a script. */
const SCRIPT = /\.(?:php\d?|phtml|aspx?|ashx|asmx|cgi|pl|py|jsp|jspx|cfm|do)$/i;

/** Ends of segments that Windows drops. */
const DROPPED = /[. ](?:\/|$)/;
/** Where some servers stop reading, and how Windows names what a file holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const CUT_OFF = /(?:[\0-\x1f\x7f]|::?\$).*$/s;
/** Of the answer; frameworks route it to the same action. */
const FORMAT = /\.(?:json|jsonp|xml|html?|action)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant.
const NEEDS_MORE_READINGS = /[. :\0-\x1f\x7f]/;

function caughtReadings(target: string): readonly string[] {
  const readings = pathReadings(target);
  if (readings.length === 1 && !NEEDS_MORE_READINGS.test(readings[0]!)) return readings;
  const trimmed = new Set(readings);
  for (const change of [
    (path: string) => path.replace(CUT_OFF, ''),
    (path: string) => (DROPPED.test(path) ? withoutDroppedEnds(path) : path),
    (path: string) => path.replace(FORMAT, ''),
  ])
    for (const path of [...trimmed]) trimmed.add(change(path));
  return [...trimmed].flatMap((path) => [path, ...scriptReadings(path)]);
}

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

const wholePath = (path: string): string => foldedPath(path).replace(/(?<=.)\/$/, '');
