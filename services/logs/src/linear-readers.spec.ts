// Parsing of what clients send takes linear work: each text, list and record of every request is tried at once, four
// and sixteen times the size.
import { testLinearSchemas } from '@palisade/testing/work';
import { z } from 'zod';

await testLinearSchemas(import.meta.dirname, 3, (schema) =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }),
);
