import { pumpFields, type ReadingSchema, schemasBelow } from './pumped-fields.ts';

/**
 * Declares the tests which hold that each text, list and record of every request that a service reads takes linear work, at
 * once, four and sixteen times the size.
 *
 * @param folder below which the service's schemas are
 * @param moreThan so many schemas there are, or they are not found any more
 * @param describeAsJson the schema's JSON Schema, by the service's own validator
 */
export async function testLinearSchemas(
  folder: string,
  moreThan: number,
  describeAsJson: (schema: ReadingSchema) => object,
): Promise<void> {
  const schemas = await schemasBelow(folder);

  it('there are requests to read', () => {
    expect(schemas.length).toBeGreaterThan(moreThan);
  });

  describe.each(schemas)('%s', (_name, schema) => {
    it('is linear in each of its fields', () => {
      expect(pumpFields(schema, describeAsJson(schema)).faults).toEqual([]);
    });
  });
}
