// What `@jest/globals` is on Node's own modules: see runtime.mjs.
const { expect, jest } = globalThis[Symbol.for('palisade.jest')];
const { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } = globalThis;

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test };
