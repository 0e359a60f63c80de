// Before the first integration test of a run: its files share the servers that are dear to start.
let lender;

export default async function setUp() {
  const { LENT_SERVERS, lend } = await import('./dist/index.js');
  lender = await lend(LENT_SERVERS.variable, LENT_SERVERS.starts);
}

export async function tearDown() {
  await lender?.end();
}
