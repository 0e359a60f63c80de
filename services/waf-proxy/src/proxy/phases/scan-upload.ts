import { valuesOf } from '../../cache/header-lines.ts';
import { type FileFinder, fileFinderFor } from '../../upload-scan/file-ranges.ts';
import { SpooledBody } from '../../upload-scan/spooled-body.ts';
import type { UploadScanner } from '../../upload-scan/upload-scanner.ts';
import { SpooledUpload } from '../../upload-scan/upload-spool.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../verdict.ts';

/**
 * Phase 5, the last step: files in a body go through the virus scanner before the origin gets any of it. The upload is
 * taken in first, in memory as far as the rules held it and on disk beyond, and handed to the scanner then: a slow
 * sender occupies neither the scanner nor the origin.
 */
export function scanUpload(context: RequestContext, edge: Edge): PhaseResult {
  const site = context.site!;
  if (site.uploadScan === null || context.body === null || context.upgrade !== null) return null;
  const contentType = valuesOf(context.rawHeaders, 'content-type')[0] ?? '';
  const first = context.heldBody[0] ?? Buffer.alloc(0);
  const finder = fileFinderFor(contentType, context.head.contentEncoding, first);
  return finder === null ? null : scan(context, edge.uploads, finder);
}

type Arrival =
  | { kind: 'complete' }
  /** A file is larger than the scanner takes. */
  | { kind: 'over-limit' }
  | { kind: 'no-room' }
  | { kind: 'left' };

async function scan(
  context: RequestContext,
  scanner: UploadScanner | null,
  finder: FileFinder,
): Promise<Verdict | null> {
  if (scanner === null) return onFailure(context);
  let resume: () => void = () => undefined;
  const upload = new SpooledUpload(scanner.spool, context, context.heldBody, () => resume());
  context.onEnded = () => void upload.discard().catch(() => undefined); // The folder is emptied at the next start.
  for (const chunk of context.heldBody) finder.push(chunk);
  const arrival: Arrival = context.bodyComplete
    ? { kind: 'complete' }
    : await receive(context, scanner, upload, finder, (go) => {
        resume = go;
      });
  if (arrival.kind === 'left')
    return { status: 0, action: context.action, reason: 'client_left', drop: true };
  const written = await upload.settled();
  if (!written || arrival.kind === 'no-room') return release(context, upload, arrival, onFailure(context));
  if (arrival.kind === 'over-limit') return release(context, upload, arrival, onOverLimit(context));
  const verdict = await scanner.scan(upload, context, finder.ranges());
  switch (verdict.kind) {
    case 'clean':
      return release(context, upload, arrival, null);
    case 'found':
      context.malware = verdict.signature;
      return release(context, upload, arrival, onMalware(context));
    case 'too-large':
      return release(context, upload, arrival, onOverLimit(context));
    case 'failed':
      return release(context, upload, arrival, onFailure(context));
  }
}

/** Takes the rest of the body in, until there is a reason not to. */
function receive(
  context: RequestContext,
  scanner: UploadScanner,
  upload: SpooledUpload,
  finder: FileFinder,
  onResume: (resume: () => void) => void,
): Promise<Arrival> {
  const body = context.body!;
  if (finder.openBytes > scanner.maxBytes) return Promise.resolve({ kind: 'over-limit' });
  const { contentLength } = context.head;
  // Where the whole body is the file, its end is known from its beginning.
  if (contentLength !== null && finder.isWhole && contentLength > scanner.maxBytes) {
    return Promise.resolve({ kind: 'over-limit' });
  }
  context.sendContinue?.();
  context.sendContinue = null;
  context.bodyStarted = true;
  return new Promise((resolve) => {
    let settled = false;
    const settle = (arrival: Arrival) => {
      if (settled) return;
      settled = true;
      context.onClientLeft = null;
      if (arrival.kind !== 'complete') body.pause();
      resolve(arrival);
    };
    context.onClientLeft = () => settle({ kind: 'left' });
    onResume(() => {
      if (!settled) body.resume();
    });
    body.start({
      onChunk(chunk) {
        finder.push(chunk);
        const outcome = upload.append(chunk);
        if (outcome === 'full') settle({ kind: 'no-room' });
        else if (finder.openBytes > scanner.maxBytes) settle({ kind: 'over-limit' });
        else if (outcome === 'wait') body.pause();
      },
      onEnd() {
        settle({ kind: 'complete' });
      },
    });
    body.resume();
  });
}

/** The end of the scan: a verdict, or the upload in the form in which it goes on. */
function release(
  context: RequestContext,
  upload: SpooledUpload,
  arrival: Arrival,
  verdict: Verdict | null,
): Verdict | null {
  if (verdict !== null) {
    context.requestBytes += upload.spooledBytes;
    return verdict;
  }
  if (context.bodyComplete) return null;
  const live = arrival.kind === 'complete' ? null : context.body;
  context.body = new SpooledBody(upload, live, () => context.reply.abort());
  return null;
}

function onMalware(context: RequestContext): Verdict | null {
  if (context.site!.mode === 'On') {
    return { status: 403, action: EdgeAction.BLOCK, reason: 'malware', close: true };
  }
  context.wouldRefuse('malware');
  return null;
}

function onOverLimit(context: RequestContext): Verdict | null {
  if (context.site!.uploadScan!.passOverLimit) return passUnscanned(context);
  if (context.site!.mode === 'On') {
    return { status: 413, action: EdgeAction.REJECT, reason: 'upload_over_limit', close: true };
  }
  context.wouldRefuse('upload_over_limit');
  return null;
}

/** The scanner, or the disk in front of it, is not to be had. */
function onFailure(context: RequestContext): Verdict | null {
  const { uploadScan, mode } = context.site!;
  if (!uploadScan!.failClosed || mode !== 'On') return passUnscanned(context);
  return {
    status: 503,
    action: EdgeAction.REJECT,
    reason: 'upload_scan_failed',
    headers: ['Retry-After', '60'],
    close: true,
  };
}

/** Passed, and the log says how. */
function passUnscanned(context: RequestContext): null {
  if (context.reason === '') context.reason = 'upload_not_scanned';
  return null;
}
