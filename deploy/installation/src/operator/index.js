export { ask } from './base/database.ts';
export { findInstallation, PROCESSES, STATEFUL } from './base/installation.ts';
export { MASK } from './base/masking.ts';
export { builtModule } from './base/workspace.ts';
export { examine } from './doctor/doctor.ts';
export { run } from './run.ts';
