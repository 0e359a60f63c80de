import { readFileSync } from 'node:fs';
import path from 'node:path';

const CHARTS = path.resolve(import.meta.dirname, '../../../../docs/architecture/checkout.md');

/** The names of the arrows of the state chart that stands under a heading of the document. */
export function arrowsOfChart(heading: string): string[] {
  const [, section = ''] = readFileSync(CHARTS, 'utf8').split(`# ${heading}\n`);
  const [, chart = ''] = /```mermaid\n([\s\S]*?)```/.exec(section) ?? [];
  const names = [...chart.matchAll(/-->[^:\n]*: (.+)$/gm)].map(([, name = '']) => name);
  return [...new Set(names)].sort();
}
