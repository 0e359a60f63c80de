// Before the first e2e test of a run: files that do not stop the product may share one.
let lender;

export default async function setUp() {
  const { lend } = await import('@palisade/testing');
  const { STARTS, VARIABLE } = await import('./dist/shared/stacks.js');
  lender = await lend(VARIABLE, STARTS);
}

export async function tearDown() {
  await lender?.end();
}
