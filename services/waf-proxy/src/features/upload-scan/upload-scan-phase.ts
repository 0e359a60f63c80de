import { valuesOf } from '../../http/header-lines.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import { type FileFinder, fileFinderFor } from './file-ranges.ts';
import { SpooledBody } from './spooled-body.ts';
import type { UploadScanner } from './upload-scanner.ts';
import { SpooledUpload } from './upload-spool.ts';

export interface UploadScanPolicy {
  readonly failClosed: boolean;
  /** Uploads larger than the scanner's limit pass and are logged as not scanned. */
  readonly passOverLimit: boolean;
}

export interface UploadScanPart {
  /** Null: uploads are not scanned. */
  readonly uploadScan: UploadScanPolicy | null;
}

export interface UploadScanServices {
  /** Null: there is no scanner, or no disk space for uploads. */
  uploads: UploadScanner | null;
}

type UploadRequest = RequestContext<Site & UploadScanPart>;

/** What the virus scanner found. */
export const MALWARE = new RequestSlot<string>('malware');

/**
 * Scans files in a body before the origin gets any of it. The upload is received first, in memory as far as the rules
 * held it and on disk beyond, and scanned then, so that a slow client occupies neither scanner nor origin.
 */
export function scanUpload(context: UploadRequest, edge: UploadScanServices): PhaseResult {
  const site = context.site!;
  if (site.uploadScan === null || context.body === null || context.upgrade !== null) return null;
  const contentType = valuesOf(context.rawHeaders, 'content-type')[0] ?? '';
  const first = context.heldBody[0] ?? Buffer.alloc(0);
  const finder = fileFinderFor(contentType, context.head.contentEncoding, first);
  return finder === null ? null : scan(context, edge.uploads, finder);
}

type Arrival =
  | { kind: 'complete' }
  /** A file exceeds the scanner's limit. */
  | { kind: 'over-limit' }
  | { kind: 'no-room' }
  | { kind: 'left' };

async function scan(
  context: UploadRequest,
  scanner: UploadScanner | null,
  finder: FileFinder,
): Promise<Verdict | null> {
  if (scanner === null) return onFailure(context);
  let resume: () => void = () => undefined;
  const upload = new SpooledUpload(scanner.spool, context, context.heldBody, () => resume());
  context.lifetime.whenEnded(() => void upload.discard().catch(() => undefined)); // The folder is emptied at the next start.
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
      MALWARE.keep(context, verdict.signature);
      return release(context, upload, arrival, onMalware(context));
    case 'too-large':
      return release(context, upload, arrival, onOverLimit(context));
    case 'failed':
      return release(context, upload, arrival, onFailure(context));
  }
}

/** Receives the rest of the body, until there is a reason to stop. */
function receive(
  context: UploadRequest,
  scanner: UploadScanner,
  upload: SpooledUpload,
  finder: FileFinder,
  onResume: (resume: () => void) => void,
): Promise<Arrival> {
  const body = context.body!;
  if (finder.openBytes > scanner.maxBytes) return Promise.resolve({ kind: 'over-limit' });
  const { contentLength } = context.head;
  // If the whole body is the file, its size is known from the start.
  if (contentLength !== null && finder.isWhole && contentLength > scanner.maxBytes) {
    return Promise.resolve({ kind: 'over-limit' });
  }
  context.sendContinue?.();
  context.sendContinue = null;
  context.bodyStarted = true;
  return new Promise((resolve) => {
    let settled = false;
    const left = () => settle({ kind: 'left' });
    const settle = (arrival: Arrival) => {
      if (settled) return;
      settled = true;
      context.lifetime.release(left);
      if (arrival.kind !== 'complete') body.pause();
      resolve(arrival);
    };
    context.lifetime.whenAbandoned(left);
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

/** Ends the scan: with a verdict, or with the upload to be forwarded. */
function release(
  context: UploadRequest,
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

function onMalware(context: UploadRequest): Verdict | null {
  if (context.site!.mode === 'On') {
    return { status: 403, action: EdgeAction.BLOCK, reason: 'malware', close: true };
  }
  context.wouldRefuse('malware');
  return null;
}

function onOverLimit(context: UploadRequest): Verdict | null {
  if (context.site!.uploadScan!.passOverLimit) return passUnscanned(context);
  if (context.site!.mode === 'On') {
    return { status: 413, action: EdgeAction.REJECT, reason: 'upload_over_limit', close: true };
  }
  context.wouldRefuse('upload_over_limit');
  return null;
}

/** The scanner, or the disk for uploads, is not available. */
function onFailure(context: UploadRequest): Verdict | null {
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

/** Passes, with a note in the log. */
function passUnscanned(context: UploadRequest): null {
  if (context.reason === '') context.reason = 'upload_not_scanned';
  return null;
}
