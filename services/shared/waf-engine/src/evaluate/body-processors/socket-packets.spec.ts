import { packetDocuments } from './socket-packets.ts';

it.each([
  ['42["event",{"name":"a"}]', ['["event",{"name":"a"}]']],
  ['42/admin,17["save",{"v":[1]}]', ['["save",{"v":[1]}]']],
  ['2\x1e42["a",1]\x1e42["b","c"]', ['["a",1]', '["b","c"]']],
  ['9:42["a",1]9:42["b",2]', ['["a",1]', '["b",2]']],
  ['451-["file",{"_placeholder":true,"num":0}]\x1ebAQID', ['["file",{"_placeholder":true,"num":0}]']],
  ['["no packet"]', []],
  ['42 is the answer', []],
  ['3', []],
  ['', []],
] as const)('%j has %j', (text, documents) => {
  expect(packetDocuments(text)).toEqual(documents);
});

it('is linear in what looks like packets', () => {
  const began = process.cpuUsage();
  packetDocuments('4'.repeat(1 << 20));
  packetDocuments('42/'.repeat(1 << 18));
  packetDocuments('"1:4'.repeat(1 << 18));
  // CPU: by the clock it takes as long as everything else on the machine.
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
