import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { StaticPages } from './static-pages.ts';

/** What the build's renderer offers (`frontend/src/prerender/render.tsx`). */
interface Renderer {
  staticPage(
    template: string,
    page: { route: string; preloads: readonly { rel: string; href: string }[]; plans: unknown[] },
  ): Promise<string>;
}

/** How long a change of the plans may take to reach the static pages, and how soon it is tried anew while there are none. */
const EVERY_MS = 60_000;
const AGAIN_MS = 3_000;
const logger = new Logger('PlanPages');

/** Keeps the static pages that show plans in step with the plans, which administrators change. */
export function refreshPlanPages(
  server: FastifyInstance,
  spaDirectory: string,
  present: () => StaticPages | null,
): void {
  const file = path.join(path.resolve(spaDirectory), '.server', 'render.js');
  if (!existsSync(file)) return;
  let shown: { plans: string; pages: StaticPages } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const refresh = async (): Promise<void> => {
    // The way of everyone's browser, through the same table and limits.
    const answer = await server.inject({ method: 'GET', url: '/api/plans' });
    if (answer.statusCode !== 200) throw new Error(`the plans answered with ${answer.statusCode}`);
    const pages = present();
    if (pages === null || (shown?.plans === answer.body && shown.pages === pages)) return;
    const plans = JSON.parse(answer.body) as unknown[];
    const { staticPage } = (await import(pathToFileURL(file).href)) as Renderer;
    const template = pages.template();
    for (const { route, preloads } of pages.planPages) {
      pages.put(route, await staticPage(template, { route, preloads, plans }));
    }
    shown = { plans: answer.body, pages };
  };

  const turn = async (): Promise<void> => {
    try {
      await refresh();
    } catch (error) {
      logger.warn({ err: error }, 'pages with plans could not be made anew; those before stay');
    }
    if (stopped) return;
    timer = setTimeout(() => void turn(), shown === null ? AGAIN_MS : EVERY_MS);
    timer.unref();
  };
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
