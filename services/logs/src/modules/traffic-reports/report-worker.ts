// The worker thread that draws reports, so that other requests are not delayed.
import { parentPort } from 'node:worker_threads';
import { THREAD_READY } from '@palisade/nest-kit/task-thread';
import { reportPdf } from './report-document.ts';
import type { ReportBrand, ReportFigures } from './report-figures.types.ts';

export interface ReportOrder {
  figures: ReportFigures;
  brand: ReportBrand;
}

/** Errors are returned, so that the next job need not wait for a new thread. */
export type DrawnReport = { pdf: Uint8Array } | { error: string };

parentPort!.on('message', ({ figures, brand }: ReportOrder) => {
  reportPdf(figures, brand).then(
    (pdf) => parentPort!.postMessage({ pdf } satisfies DrawnReport),
    (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort!.postMessage({ error: text } satisfies DrawnReport);
    },
  );
});

parentPort!.postMessage(THREAD_READY);
