export { finishHandOut } from './backup/finish-hand-out.ts';
export { ask } from './base/database.ts';
export { findInstallation, type Installation, PROCESSES, STATEFUL } from './base/installation.ts';
export { MASK } from './base/masking.ts';
export { builtModule } from './base/workspace.ts';
export type { Finding } from './checks/finding.ts';
export { examine, type Report } from './doctor/doctor.ts';
export { EdgeBoard } from './rotate-keys/edge-board.ts';
export { run } from './run.ts';
