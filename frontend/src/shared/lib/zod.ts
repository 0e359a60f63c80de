import { config } from 'zod/mini';

// zod would compile its checks with `new Function`, which the content security policy refuses (and reports).
config({ jitless: true });

export * from 'zod/mini';
