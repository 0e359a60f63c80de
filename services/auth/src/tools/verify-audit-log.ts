// Follows the chain of seals over the audit log: npm run audit:verify [-- SEQUENCE:SEAL]
// Given the last seal that an earlier run printed, it also finds entries that were cut off at the end since.
// The service's own environment must be set. Exit code 1: the log has been tampered with.
import { loadConfig, openDatabase } from '@palisade/nest-kit';
import { auditToolFields } from '../config/config.ts';
import { databaseOptions } from '../database/database.ts';
import { AuditChain } from '../modules/audit/audit-chain.ts';
import { type Anchor, verifyAuditLog } from '../modules/audit/verify-audit-log.ts';

const config = loadConfig(auditToolFields);
const anchor = readAnchor(process.argv[2]);
const database = await openDatabase(databaseOptions(config));
try {
  const chain = new AuditChain(
    config.PALISADE_KEK_KEYS,
    config.PALISADE_KEK_CURRENT,
    config.PALISADE_AUTH_AUDIT_KEYS,
  );
  const { entries, head, faults } = await verifyAuditLog(database, chain, anchor);
  for (const fault of faults) console.log(fault);
  console.log(
    `${entries} entries, ${faults.length === 0 ? 'all intact' : 'NOT intact'}` +
      (head === null ? '' : `; last seal ${head.sequence}:${head.seal}`),
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await database.destroy();
}

function readAnchor(word: string | undefined): Anchor | null {
  if (word === undefined) return null;
  const [, sequence, seal] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(word) ?? [];
  if (sequence === undefined || seal === undefined) {
    console.error('The seal to look for is SEQUENCE:SEAL, as an earlier run printed it.');
    process.exit(2);
  }
  return { sequence: BigInt(sequence), seal };
}
