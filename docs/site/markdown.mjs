// Markdown as the repository writes it: headings have GitHub's anchors, links between documents become links between pages.
import path from 'node:path';
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import http from 'highlight.js/lib/languages/http';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import php from 'highlight.js/lib/languages/php';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';
import { addressOfSource } from './contents.mjs';

const LANGUAGES = { bash, css, http, javascript, json, nginx, php, sql, typescript, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);

/** As GitHub makes them. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

export const titleOf = (text) => (/^# (.+)$/m.exec(text)?.[1] ?? '').replace(/[`*]/g, '');

/** Headings of a rendered page below its title, for the list beside it. */
export const headingsOf = (html) =>
  [...html.matchAll(/<h([23]) id="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g)].map(([, level, id, inner]) => ({
    level,
    id,
    text: inner.replace(/<a class="anchor"[\s\S]*?<\/a>/, '').replace(/<[^>]+>/g, ''),
  }));

const MAX_DESCRIPTION = 160;

/** The first paragraph of a rendered page, for search engines. */
export const descriptionOf = (html) => {
  const text = (/<p>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? '').replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, text.lastIndexOf(' ', MAX_DESCRIPTION))} …`;
};

export function makeMarkdown() {
  const markdown = new MarkdownIt({
    html: false,
    linkify: false,
    highlight: (code, language) =>
      highlighter.getLanguage(language) ? highlighter.highlight(code, { language }).value : '',
  });
  markdown.core.ruler.push('anchors', giveAnchors);
  markdown.core.ruler.push('links', leadToPages);
  markdown.core.ruler.push('empty headers', emptyCellsAreNoHeaders);
  const { rules } = markdown.renderer;
  // What is wider than a phone scrolls by itself, with the keyboard too.
  rules.table_open = () => '<div class="scroll" tabindex="0"><table>';
  rules.table_close = () => '</table></div>';
  for (const name of ['fence', 'code_block']) {
    const plain = rules[name];
    rules[name] = (...given) => plain(...given).replace('<pre>', '<pre tabindex="0">');
  }
  return markdown;
}

function giveAnchors({ tokens, Token }) {
  const taken = new Map();
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const inline = tokens[index + 1];
    const text = inline.children
      .filter(({ type }) => type === 'text' || type === 'code_inline')
      .map(({ content }) => content)
      .join('');
    const anchor = anchorOf(text);
    const before = taken.get(anchor) ?? 0;
    taken.set(anchor, before + 1);
    const id = before === 0 ? anchor : `${anchor}-${before}`;
    token.attrSet('id', id);
    if (token.tag === 'h1') return;
    const open = new Token('link_open', 'a', 1);
    open.attrs = [
      ['class', 'anchor'],
      ['href', `#${id}`],
      ['aria-label', `Link to “${text}”`],
    ];
    const sign = new Token('text', '', 0);
    sign.content = '#';
    inline.children.push(open, sign, new Token('link_close', 'a', -1));
  });
}

/** A column without a name has no header, for those who hear the page. */
function emptyCellsAreNoHeaders({ tokens }) {
  tokens.forEach((token, index) => {
    if (token.type !== 'th_open' || tokens[index + 1].content !== '') return;
    token.tag = 'td';
    tokens[index + 2].tag = 'td';
  });
}

function leadToPages({ tokens, env }) {
  for (const { children } of tokens) {
    const open = [];
    for (const token of children ?? []) {
      if (token.type === 'link_open') open.push(leadToPage(token, env.source));
      // A file that is no page stays a name.
      else if (token.type === 'link_close' && open.pop() === 'no page') token.tag = 'span';
    }
  }
}

function leadToPage(token, source) {
  const target = token.attrGet('href');
  if (/^[a-z]+:/.test(target)) {
    token.attrSet('rel', 'noopener');
    return 'elsewhere';
  }
  if (/^[#/]/.test(target) || source === undefined) return 'here';
  const [file, anchor] = target.split('#');
  const linked = path.posix.join(path.posix.dirname(source), decodeURIComponent(file)).replace(/\/$/, '');
  const address = addressOfSource(linked) ?? addressOfSource(path.posix.join(linked, 'README.md'));
  if (address === undefined) {
    token.tag = 'span';
    token.attrs = [
      ['class', 'file'],
      ['title', `${linked} in the repository`],
    ];
    return 'no page';
  }
  token.attrSet('href', address + (anchor ? `#${anchor}` : ''));
  return 'page';
}
