import path from 'node:path';
import { read, WRITTEN_BY } from './markdown.mjs';

/** Whose settings, in which README; \`npm run check\` holds that each setting that a process reads is told there. */
const ROOMS = [
  ['Compose: the file `.env`', 'deploy/docker/README.md'],
  ['Every service', 'services/shared/nest-kit/README.md'],
  ['Gateway', 'services/gateway/README.md'],
  ['Auth', 'services/auth/README.md'],
  ['Billing', 'services/billing/README.md'],
  ['Domains', 'services/domains/README.md'],
  ['Logs', 'services/logs/README.md'],
  ['Mailer', 'services/mailer/README.md'],
  ['Edge', 'services/waf-proxy/README.md'],
];

/** All tables of settings, with what is said before them. */
export function configurationPage() {
  const sections = ROOMS.map(
    ([title, readme]) => `## ${title}\n\nFrom [${readme}](../../${readme}).\n\n${tablesOf(readme)}`,
  );
  return `# Configuration

Settings are environment variables, read once at startup. If a setting is invalid or missing, the process does not start; it reports all invalid
settings at once, and never prints a value. Defaults are in brackets.

${sections.join('\n\n')}

${WRITTEN_BY} the tables in the README of each service, which \`npm run check\` compares with the schemas that read the settings.
`;
}

function tablesOf(readme) {
  const blocks = read(readme).split(/\n{2,}/);
  const kept = blocks.flatMap((block, index) => {
    if (!/^\| setting \| meaning \|/m.test(block)) return [];
    const before = blocks[index - 1] ?? '';
    const isTold =
      before !== '' && !/^(?:#|\||```)/.test(before) && !before.startsWith('Besides those of every service');
    return isTold ? [before, block] : [block];
  });
  return relocated(kept.join('\n\n'), path.posix.dirname(readme));
}

/** Links as they are from here. */
const relocated = (text, folder) =>
  text.replace(/\]\((?![a-z]+:)([^)#\s]*)(#[^)\s]*)?\)/g, (_, target, anchor = '') => {
    const file = path.posix.join(folder, target === '' ? 'README.md' : target);
    return `](${path.posix.relative('docs/reference', file)}${anchor})`;
  });
