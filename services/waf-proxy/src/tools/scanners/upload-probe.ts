import { randomUUID } from 'node:crypto';
import type { Finding } from './finding.ts';

/** Names that servers run, or that careless checks let pass. */
const NAMES = ['.php', '.php.jpg', '.jpg', '.phtml', '.PhP5', '.php%00.png', '.svg'];
const FACTORS = [1_301, 977] as const;

const PICTURE = Buffer.from(`\x89PNG\r\n\x1a\n<?php echo ${FACTORS.join('*')}; ?>`, 'latin1');

/** Uploads a script under each of several names and asks for it: found is each that was run. */
export async function probeUploads(port: number): Promise<Finding> {
  const began = performance.now();
  const found: string[] = [];
  for (const ending of NAMES) {
    // Nobody else's, or it would be found where it was not sent to.
    const name = `${randomUUID()}${ending}`;
    const form = new FormData();
    form.set('file', new Blob([PICTURE], { type: 'image/png' }), name);
    await fetch(`http://localhost:${port}/upload`, { method: 'POST', body: form });
    const shown = await (await fetch(`http://localhost:${port}/uploads/${name}`)).text();
    if (shown.includes(String(FACTORS[0] * FACTORS[1]))) found.push(ending);
  }
  return {
    scanner: 'uploads',
    what: 'names and types',
    found,
    seconds: (performance.now() - began) / 1_000,
    cut: false,
    said: '',
  };
}
