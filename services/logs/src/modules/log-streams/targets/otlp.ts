import { z } from 'zod';
import type { SendContext, Sent, StreamBatch, StreamRecord } from './stream-target.types.ts';
import type { StreamTarget } from './stream-targets.schema.ts';
import { gzipped, ownHeader, sendRequest, USER_AGENT } from './web-target.ts';

/** Severity numbers of the OpenTelemetry log data model. */
const SEVERITY_NUMBERS: Readonly<Record<string, number>> = {
  SAFE: 9,
  MEDIUM: 13,
  ERROR: 17,
  HIGH: 17,
  CRITICAL: 21,
};

/** OTLP over HTTP as JSON (opentelemetry.io/docs/specs/otlp, "OTLP/HTTP"), to the address of `/v1/logs`. */
export async function sendOtlp(
  target: StreamTarget<'otlp'>,
  { records }: StreamBatch,
  context: SendContext,
): Promise<Sent> {
  const observed = nanos(context.nowMs);
  const body = await gzipped(
    JSON.stringify({
      resourceLogs: [
        {
          resource: { attributes: [attribute('service.name', 'palisade')] },
          scopeLogs: [
            {
              scope: { name: 'palisade.requests' },
              logRecords: records.map((record) => logRecord(record, observed)),
            },
          ],
        },
      ],
    }),
  );
  const headers = {
    ...ownHeader(target),
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'user-agent': USER_AGENT,
  };
  const answer = await sendRequest({ method: 'POST', url: new URL(target.url), headers, body }, context);
  return { bytes: body.length, rejected: Math.min(rejectedIn(answer), records.length) };
}

/** The part of an export response that counts; a 64-bit number is text in this JSON, or a number. */
const exportResponse = z.object({
  partialSuccess: z.object({ rejectedLogRecords: z.coerce.number().int().min(0) }),
});

/**
 * How many records a collector has rejected in a response that accepts the others ("Partial Success"). They must not be
 * sent again. An empty body, or one of another form, rejects none.
 */
function rejectedIn(answer: string): number {
  if (answer === '') return 0;
  try {
    const response = exportResponse.safeParse(JSON.parse(answer));
    return response.success ? response.data.partialSuccess.rejectedLogRecords : 0;
  } catch {
    return 0;
  }
}

/** A 64-bit number is text in this JSON. */
const nanos = (ms: number): string => `${Math.floor(ms)}000000`;
const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });

const logRecord = (
  { json, requestId, siteName, receivedAtMs, severity, action }: StreamRecord,
  observed: string,
) => ({
  timeUnixNano: nanos(receivedAtMs),
  observedTimeUnixNano: observed,
  severityNumber: SEVERITY_NUMBERS[severity] ?? 9,
  severityText: severity,
  body: { stringValue: json },
  attributes: [
    attribute('log.record.uid', requestId),
    attribute('url.domain', siteName),
    attribute('event.action', action),
  ],
});
