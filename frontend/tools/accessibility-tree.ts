// What a screen reader is told of a page: its tree of roles and names, and what in it has no name.
import type { Page } from 'playwright-core';

/** Roles of what people press, fill in or jump to, which nobody finds without a name. */
const NAMED =
  /^- '?(button|link|textbox|searchbox|combobox|checkbox|switch|radio|radiogroup|slider|spinbutton|tab|tablist|tabpanel|menuitem|option|dialog|alertdialog|region|img)\b(?![\w ]*")/;

/** @returns the tree as text, a line for each node */
export const accessibilityTree = (page: Page): Promise<string> => page.locator('body').ariaSnapshot();

/** Nodes of a tree that need a name and have none, each with the line above it. */
export function nameless(tree: string): string[] {
  const lines = tree.split('\n').map((line) => line.trim());
  return lines.flatMap((line, at) => {
    const [, role] = NAMED.exec(line) ?? [];
    return role === undefined ? [] : [`a ${role} has no name, after ${lines[at - 1] ?? 'the beginning'}`];
  });
}
