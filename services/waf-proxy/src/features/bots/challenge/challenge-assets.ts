import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { RenderedPage } from '../../../request/error-page.ts';
import { PAGE_SCRIPT, PAGE_STYLE, PATHS, WORKER_CSP } from './challenge-page.ts';

export interface Asset extends RenderedPage {
  headers: readonly string[];
}

/** Short, so that page and solver match soon after an upgrade. */
const CACHED = ['Cache-Control', 'public, max-age=3600'] as const;
/** The package's licence requires its notice with every copy. */
const NOTICE = Buffer.from(
  '/*! ALTCHA, https://altcha.org, Copyright (c) 2023-2026 Daniel Regeci, BAU Software s.r.o., MIT License */\n',
);
const JAVASCRIPT = 'text/javascript; charset=utf-8';

let assets: ReadonlyMap<string, Asset> | null = null;

/** Files of the challenge page, by path. Solver and worker are served unchanged from the `altcha` package. */
export function challengeAssets(): ReadonlyMap<string, Asset> {
  if (assets !== null) return assets;
  const dist = path.dirname(path.dirname(createRequire(import.meta.url).resolve('altcha/lib')));
  const file = (name: string) => Buffer.concat([NOTICE, readFileSync(path.join(dist, name))]);
  const asset = (contentType: string, body: Buffer, headers: readonly string[] = []): Asset => ({
    contentType,
    body,
    headers: [...CACHED, ...headers],
  });
  assets = new Map([
    [PATHS.script, asset(JAVASCRIPT, Buffer.from(PAGE_SCRIPT))],
    [PATHS.style, asset('text/css; charset=utf-8', Buffer.from(PAGE_STYLE))],
    [PATHS.solver, asset(JAVASCRIPT, file('lib/index.min.js'))],
    [PATHS.worker, asset(JAVASCRIPT, file('workers/scrypt.js'), ['Content-Security-Policy', WORKER_CSP])],
  ]);
  return assets;
}
