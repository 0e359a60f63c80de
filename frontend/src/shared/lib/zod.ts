import { z } from 'zod';

// zod would compile its checks with `new Function`, which the content security policy refuses (and reports).
z.config({ jitless: true });

export { z };
