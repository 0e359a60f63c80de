import { expectationOf, judge } from '../../../shared/waf-engine/tools/ftw/run-stage.ts';
import type { EngineName, Stage } from '../../../shared/waf-engine/tools/ftw/stage.ts';
import { hostOfAuthority } from '../../src/http/head.ts';
import { startRecordingEdge } from './recording-edge.ts';
import { startReflectingOrigin } from './reflecting-origin.ts';
import { sendWire } from './send-wire.ts';

export interface SocketOutcome {
  id: string;
  status: number;
  closed: boolean;
  /** Why the edge refused the request before any rule saw it, or closed unanswered; null: the rules judged it. */
  refusal: string | null;
  problems: string[];
  loggedIds: number[];
}

/** Of a millisecond at least, in which the edge, which shares this process, gets on as well. */
const RECORD_WITHIN_ROUNDS = 1_500;
const MAX_HOST = 253;

/** Runs the exact bytes of each stage through a data plane over sockets, one after another. */
export async function runOverSockets(
  rules: string,
  setup: string | null,
  stages: readonly Stage[],
  engine: EngineName | null,
): Promise<SocketOutcome[]> {
  const origin = await startReflectingOrigin();
  const edge = await startRecordingEdge(rules, setup, hostsOf(stages), origin.port);
  const outcomes: SocketOutcome[] = [];
  try {
    for (const stage of stages) {
      // A stage of several requests leaves records behind that must not be taken for those of a later one on the same port.
      const { status, closed, clientPort, requestId } = await sendWire(edge.port, wireOf(stage), (mine) =>
        edge.records.delete(mine),
      );
      const record = await within(RECORD_WITHIN_ROUNDS, () => edge.records.get(clientPort));
      edge.records.delete(clientPort);
      const { problems, loggedIds } = judge(expectationOf(stage, engine), status, record?.audit ?? null);
      if (record === undefined && !closed) problems.push('no record of this request');
      if (requestId !== null && requestId !== record?.requestId) problems.push('record of another request');
      // What the rules were to find may be found although bytes behind the request then cost it its answer.
      const unanswered = record === undefined || (status === 0 && closed && problems.length > 0);
      const refusal = unanswered ? 'closed' : record.audit === null ? record.reason : null;
      outcomes.push({ id: stage.id, status, closed, refusal, problems, loggedIds });
    }
  } finally {
    await edge.stop();
    origin.stop();
  }
  return outcomes;
}

const wireOf = (stage: Stage) => Buffer.from(stage.wire_b64, 'base64');

/** Every host that a stage names: the stages were written for a server that answers to all names. */
function hostsOf(stages: readonly Stage[]): string[] {
  const hosts = new Set<string>();
  for (const stage of stages) {
    const authority = /^host:[ \t]*(.*?)[ \t]*\r?$/im.exec(wireOf(stage).toString('latin1'))?.[1] ?? '';
    const host = hostOfAuthority(authority);
    if (host !== null && host.length <= MAX_HOST) hosts.add(host);
  }
  return [...hosts];
}

async function within<T>(rounds: number, read: () => T | undefined): Promise<T | undefined> {
  let value = read();
  for (let round = 0; value === undefined && round < rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    value = read();
  }
  return value;
}
