import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../workspace.mjs';

export const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** A module as it was built. */
export const built = (file) => import(pathToFileURL(path.join(root, file)).href);

export const code = (text) => `\`${text}\``;

/** The comment before a line of source, as one line; '' without a comment. */
export function commentBefore(source, declaration) {
  const at = source.search(declaration);
  if (at < 0) return '';
  const [, comment] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, at)) ?? [];
  return (comment ?? '')
    .replace(/^\s*\*? ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export const WRITTEN_BY = '`npm run generate` writes this page from';
