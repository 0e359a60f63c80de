import { cookieOf } from '../../http/head-signs.ts';
import type { Feature } from '../../request/feature.ts';
import type { PhaseResult } from '../../request/verdict.ts';
import { HeldText, KEPT_BODY, KeptBody } from './kept-body.ts';
import { RECORDING, RECORDING_COUNTERS, type RecordingServices } from './recorder.ts';
import { type RecordedSiteRequest, type RecordingPart, recordingOf } from './recording-part.ts';

/**
 * Keeps the body of a request that may be recorded. Whether a request is sampled is known in advance; of others, the
 * body is needed only if they are refused. A body of unknown length is copied as it arrives.
 */
function keepBody(context: RecordedSiteRequest, edge: Pick<RecordingServices, 'recorder'>): PhaseResult {
  const { recording } = context.site!;
  if (recording === null || context.body === null) return null;
  const { contentLength } = context.head;
  if (contentLength !== null) {
    const held = new HeldText(edge.recorder.weightOf(context, recording), contentLength);
    context.bodyKeeper = held;
    KEPT_BODY.keep(context, held);
    return null;
  }
  const kept = new KeptBody(context.body);
  context.body = kept;
  KEPT_BODY.keep(context, kept);
  return null;
}

/** Records the request together with its verdict. Requests that were never the site's, or are special, are left out. */
function recordRequest(context: RecordedSiteRequest, edge: RecordingServices): void {
  const recording = context.site?.recording ?? null;
  if (recording === null || context.upgrade !== null || context.isReserved || context.framingFault !== null)
    return;
  const isCleared = () => edge.bots.isCleared(context, cookieOf(context.rawHeaders));
  const recorded = edge.recorder.record(context, recording, isCleared);
  if (recorded === null) return;
  if (recorded === 'no_room') {
    edge.counters.recordingsDropped++;
    return;
  }
  edge.counters.requestsRecorded++;
  RECORDING.keep(context, recorded);
}

/** Records requests, masked, so that policy changes can be replayed on them. */
export const recording = {
  name: 'recording',
  killSwitches: [],
  compile: ({ settings, plan }): RecordingPart => ({ recording: recordingOf(settings, plan) }),
  counters: RECORDING_COUNTERS,
  phase: keepBody,
  ended: recordRequest,
} as const satisfies Feature<RecordingPart, RecordingServices>;
