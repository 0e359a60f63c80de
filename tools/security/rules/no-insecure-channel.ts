import { credentials } from '@grpc/grpc-js';

// ruleid: no-insecure-channel
export const open = credentials.createInsecure();
// ok: no-insecure-channel
export const closed = credentials.createSsl();
// ruleid: no-insecure-channel
export const tls = { host: 'a', rejectUnauthorized: false };
