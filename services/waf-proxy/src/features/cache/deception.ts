import { valuesOf } from '../../http/header-lines.ts';

/**
 * Types of files by extension. A "stylesheet" with an HTML type is probably a private page whose address somebody has
 * extended (`/account/x.css`): origins that ignore the rest of a path answer with the page.
 */
const STATIC_TYPES: readonly [extensions: readonly string[], types: RegExp][] = [
  [['css'], /^text\/css$/],
  [['js', 'mjs'], /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/],
  [['map', 'webmanifest'], /^(?:application\/(?:[a-z.+-]*json)|text\/plain)$/],
  [
    ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'ico', 'bmp', 'tif', 'tiff', 'svg', 'svgz'],
    /^image\/|^application\/octet-stream$/,
  ],
  [['woff', 'woff2', 'ttf', 'otf', 'eot'], /^(?:font\/|application\/(?:x-)?(?:font|vnd\.ms-fontobject))/],
  [
    ['mp3', 'mp4', 'm4a', 'm4v', 'webm', 'ogg', 'ogv', 'wav', 'avi', 'mov', 'mkv', 'flac', 'ts'],
    /^(?:audio|video)\//,
  ],
  [
    ['zip', 'gz', 'bz2', '7z', 'rar', 'tar', 'zst', 'exe', 'dmg', 'iso', 'apk', 'jar', 'bin', 'wasm', 'pdf'],
    /^application\/|^binary\//,
  ],
  [['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'swf', 'csv', 'class', 'ejs'], /^application\/|^text\/csv$/],
];
const EXPECTED = new Map(
  STATIC_TYPES.flatMap(([names, types]) => names.map((name) => [name, types] as const)),
);
const PRIVATE_KINDS = /^(?:text\/html|application\/xhtml\+xml|application\/(?:[a-z.+-]*json)|text\/plain|)$/;

/** Whether the path names a static file and the response has the matching type. */
export function isStaticFile(path: string, headers: readonly string[]): boolean {
  return expectedOf(path)?.test(typeOf(headers)) === true;
}

/** Whether the path names a static file but the response has another type; such a response is not stored. */
export function looksDeceptive(path: string, headers: readonly string[]): boolean {
  const type = typeOf(headers);
  return expectedOf(path)?.test(type) === false && PRIVATE_KINDS.test(type);
}

function expectedOf(path: string): RegExp | undefined {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') ? undefined : EXPECTED.get(path.slice(dot + 1).toLowerCase());
}

function typeOf(headers: readonly string[]): string {
  return (valuesOf(headers, 'content-type')[0] ?? '').split(';')[0]!.trim().toLowerCase();
}
