import { printable } from '@palisade/command-line';
import {
  applyUpdate,
  type ConfigChange,
  changesBetween,
  type PolicyFile,
  type SitePolicy,
} from '@palisade/site-policy';
import { fieldLabel, shownChange } from '@palisade/site-policy/words';

/** What a file would change on a site, in the words of the dashboard's history. */
export interface DescribedChange extends ConfigChange {
  label: string;
  /** Texts of what goes and of what comes. */
  removed: string[];
  added: string[];
}

/** The file's settings over what is in force: what it leaves out stays. */
export const wantedConfig = (live: SitePolicy, { originConfig, policyConfig }: PolicyFile): SitePolicy =>
  applyUpdate(live, { originConfig, policyConfig });

export function differenceTo(live: SitePolicy, file: PolicyFile): DescribedChange[] {
  return changesBetween(live, wantedConfig(live, file)).map((change) => {
    const { field, before, after } = change;
    const shown = shownChange(field, before, after);
    return { ...change, label: fieldLabel(field), removed: shown.before, added: shown.after };
  });
}

/** For a terminal: each change with its field as the API and the file call it. */
export function differenceText(changes: readonly DescribedChange[]): string {
  return changes
    .map(({ field, label, removed, added }) => {
      const lines = [
        ...removed.map((entry) => `    - ${printable(entry)}`),
        ...added.map((entry) => `    + ${printable(entry)}`),
      ];
      return `  ${label} (${field})\n${lines.join('\n')}\n`;
    })
    .join('');
}

/** For a comment on a pull request. */
export function differenceMarkdown(
  domain: string,
  version: number,
  changes: readonly DescribedChange[],
): string {
  const title = `### Palisade: ${escaped(domain)}, against version ${version}`;
  if (changes.length === 0) return `${title}\n\nNo change.\n`;
  const rows = changes.map(
    ({ field, label, removed, added }) =>
      `| ${escaped(label)}<br>\`${field}\` | ${cell(removed)} | ${cell(added)} |`,
  );
  return `${title}\n\n| setting | now | then |\n|---|---|---|\n${rows.join('\n')}\n`;
}

const MAX_ENTRIES = 20;

/** Values are data: markup in them is escaped. */
function cell(entries: readonly string[]): string {
  if (entries.length === 0) return '–';
  const shown = entries.slice(0, MAX_ENTRIES).map(escaped);
  const more = entries.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('<br>');
}

/** Text in Markdown that is nothing but text. */
export const escaped = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_{}[\]()#+\-.!|<>&@~]/g, (character) => `&#${character.charCodeAt(0)};`);
