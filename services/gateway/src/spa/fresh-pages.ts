import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import type { Company } from '@palisade/nest-kit';
import type { FastifyInstance } from 'fastify';
import type { StaticPages } from './static-pages.ts';

/** Exports of the build's renderer (`frontend/src/prerender/render.tsx`). */
interface Renderer {
  staticPage(
    template: string,
    page: {
      route: string;
      preloads: readonly { rel: string; href: string }[];
      plans?: unknown[];
      company: Company | undefined;
    },
  ): Promise<string>;
  shell(template: string, company: Company): string;
}

/** Interval of updating the static pages when plans change, and of retrying after a failure, ms. */
const INTERVAL_MS = 60_000;
const AGAIN_MS = 3_000;
const logger = new Logger('FreshPages');

/** Renders the static pages with the operator's name, and keeps those that show plans up to date. */
export async function keepPagesFresh(
  server: FastifyInstance,
  spaDirectory: string,
  present: () => StaticPages | null,
  given: Company,
): Promise<void> {
  const file = path.join(path.resolve(spaDirectory), '.server', 'render.js');
  if (!existsSync(file)) return;
  // The build's own pages name nobody.
  const company = isSomebody(given) ? given : undefined;
  let signed: StaticPages | null = null;
  let shown: { plans: string; pages: StaticPages } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const sign = async (pages: StaticPages): Promise<void> => {
    if (company === undefined || signed === pages) return;
    const { staticPage, shell } = (await import(pathToFileURL(file).href)) as Renderer;
    const template = pages.template();
    for (const { route, preloads } of pages.all) {
      pages.put(route, await staticPage(template, { route, preloads, company }));
    }
    pages.putShell(shell(template, company));
    signed = pages;
  };

  const refresh = async (): Promise<void> => {
    const built = present();
    if (built !== null) await sign(built);
    // Through the public route, with the same access checks and limits.
    const answer = await server.inject({ method: 'GET', url: '/api/plans' });
    if (answer.statusCode !== 200) throw new Error(`the plans answered with ${answer.statusCode}`);
    const pages = present();
    if (pages === null || (shown?.plans === answer.body && shown.pages === pages)) return;
    const plans = JSON.parse(answer.body) as unknown[];
    const { staticPage } = (await import(pathToFileURL(file).href)) as Renderer;
    const template = pages.template();
    for (const { route, preloads } of pages.planPages) {
      pages.put(route, await staticPage(template, { route, preloads, plans, company }));
    }
    shown = { plans: answer.body, pages };
  };

  const turn = async (): Promise<void> => {
    try {
      await refresh();
    } catch (error) {
      logger.warn({ err: error }, 're-rendering pages with plans failed; keeping the previous ones');
    }
    if (stopped) return;
    timer = setTimeout(() => void turn(), shown === null ? AGAIN_MS : INTERVAL_MS);
    timer.unref();
  };
  const first = present();
  if (first !== null) await sign(first);
  server.addHook('onListen', (done) => {
    void turn();
    done();
  });
  server.addHook('onClose', (_server, done) => {
    stopped = true;
    clearTimeout(timer);
    done();
  });
}

const isSomebody = (company: Company): boolean =>
  Object.values(company).some((fact) => (Array.isArray(fact) ? fact.length > 0 : fact !== null));
