import { LogCommitRegister } from '@palisade/edge-state';
import type { BusPublisher } from '@palisade/messaging';
import type { Redis } from 'ioredis';
import { log } from '../../io/log.ts';
import type { EdgeConfig } from '../config/config.ts';
import { spoolFolder } from '../sites/data-folders.ts';
import { type BatchPublisher, type CommitSource, LogShipper } from '../telemetry/log-shipper.ts';

/**
 * The node's log shipper. Without a bus logs stay in the spool; without Redis nobody says which of them have arrived.
 *
 * @param isWriting whether a process of this id may still write to its segments.
 */
export function createShipper(
  config: Pick<EdgeConfig, 'nodeId' | 'dataDir' | 'spoolMaxBytes'>,
  bus: BusPublisher | null,
  redis: Redis | null,
  isWriting: (pid: number) => boolean,
): LogShipper {
  const { nodeId } = config;
  const register = redis === null ? null : new LogCommitRegister(redis);
  const publisher: BatchPublisher = {
    publish: async (payload) => {
      if (bus === null) throw new Error('no bus is configured; logs stay in the spool');
      await bus.publish([{ type: 'edge.request_logs.v1', key: nodeId, payload }]);
    },
  };
  const commits: CommitSource = {
    read: async (segments) => register?.read(nodeId, segments) ?? new Map(),
    forget: async (segments) => register?.forget(nodeId, segments),
  };
  let lastError = '';
  return new LogShipper({
    folder: spoolFolder(config.dataDir),
    nodeId,
    publisher,
    commits,
    maxBytes: config.spoolMaxBytes,
    isWriting,
    onError: (error) => {
      if (error.message !== lastError)
        log('warn', 'log delivery failed; records are waiting in the spool', { error: error.message });
      lastError = error.message;
    },
    onLoss: (segmentId, records) => log('error', 'log spool full; records dropped', { segmentId, records }),
  });
}
