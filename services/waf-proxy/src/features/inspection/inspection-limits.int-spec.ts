/** How much of a body is looked at, and what becomes of the rest, is the site's choice. */
import { randomBytes } from 'node:crypto';
import { edgeV1 } from '@palisade/contracts';
import { EdgeAction } from '../../request/verdict.ts';
import { stopAll } from '../../test-support/forwarding-edge.ts';
import {
  browserForm,
  chunked,
  FORM_TYPE,
  type Stand,
  send,
  stand,
  typed,
  utf8,
  wire,
} from '../../test-support/managed-edge.ts';

const { PASS, REFUSE } = edgeV1.BeyondInspection;
const MEGABYTE = 1_000_000;
const MIB = 1024 * 1024;
const SHELL = utf8("<?php system($_GET['c']); ?>");
const ATTACK = "1' UNION SELECT username, password FROM users-- -";

interface Limits {
  uploadBytes: number;
  bodyBytes: number;
  filesBeyond: edgeV1.BeyondInspection;
  bodyBeyond: edgeV1.BeyondInspection;
}
const DEFAULTS: Limits = { uploadBytes: 10 * MIB, bodyBytes: MIB, filesBeyond: PASS, bodyBeyond: REFUSE };

async function limited(limits: Partial<Limits>): Promise<Stand> {
  const stood = await stand('medium');
  stood.edge.configure(({ policy }) => {
    policy!.inspection = {
      $typeName: 'palisade.edge.v1.InspectionLimits',
      ...DEFAULTS,
      ...limits,
    };
  });
  return stood;
}

/** A picture with a program in it, somewhere. */
const picture = (bytes: number, shellAt: number | null = null) => {
  const file = randomBytes(bytes);
  file.set([0xff, 0xd8, 0xff, 0xe0]);
  if (shellAt !== null) file.set(SHELL, shellAt);
  return file;
};
const upload = (file: Buffer) =>
  chunked(
    FORM_TYPE,
    browserForm([
      { name: 'a', file },
      { name: 'note', value: 'At the lake' },
    ]),
  );
const list = (bytes: number, last: string) =>
  utf8(JSON.stringify([...Array(Math.ceil(bytes / 2_000)).fill('some ordinary words '.repeat(100)), last]));
const document = (bytes: number, last = 'x') => chunked(typed('application/json'), list(bytes, last));

/** Action, reason, and the rule with its message. */
const loggedBy = ({ edge }: Stand) =>
  edge.records.map(({ action, reason, transaction }) => {
    const audit = transaction!.audit();
    const rule = (audit.interruption ?? audit.wouldInterrupt)?.ruleId;
    return [action, reason, rule, audit.matches.find(({ ruleId }) => ruleId === rule)?.message];
  });

const LONG_FILE = [
  EdgeAction.REJECT,
  'body_too_large',
  129,
  'File in a form is longer than what is inspected',
];
const LONG_BODY = [
  EdgeAction.REJECT,
  'body_too_large',
  123,
  'Request body, files aside, is longer than what is inspected',
];

afterEach(stopAll);

describe('files in forms', () => {
  it.each([2, 6, 9.5])(
    'are looked at up to 10 MiB: a program %d MB behind their beginning is found',
    async (at) => {
      const stood = await limited({});
      expect(await send(stood.edge.port, upload(picture(12 * MEGABYTE, at * MEGABYTE)))).toBe(403);
      expect(stood.arrived).toEqual([]);
      expect(loggedBy(stood)).toMatchObject([
        [EdgeAction.BLOCK, 'rule', expect.any(Number), expect.any(String)],
      ]);
    },
  );

  it('that are longer go on unseen, unless the site wants them refused', async () => {
    const stood = await limited({ uploadBytes: 2 * MIB });
    expect(await send(stood.edge.port, upload(picture(8 * MEGABYTE, 7 * MEGABYTE)))).toBe(200);
    const strict = await limited({ uploadBytes: 2 * MIB, filesBeyond: REFUSE });
    expect(await send(strict.edge.port, upload(picture(8 * MEGABYTE)))).toBe(413);
    expect(await send(strict.edge.port, upload(picture(1.9 * MEGABYTE)))).toBe(200);
    expect(await send(strict.edge.port, upload(picture(1.9 * MEGABYTE, 1.8 * MEGABYTE)))).toBe(403);
    expect(loggedBy(strict)[0]).toEqual(LONG_FILE);
    expect(strict.arrived).toHaveLength(1);
  });

  it('known for a drawing by their beginning are one in every window', async () => {
    const stood = await limited({});
    const svg = Buffer.concat([
      utf8('<svg xmlns="http://www.w3.org/2000/svg"><!--'),
      Buffer.alloc(3 * MEGABYTE, 'some words '),
      utf8('--><script>alert(1)</script></svg>'),
    ]);
    const form = browserForm([{ name: 'a', file: svg, filename: 'plan.svg', type: 'image/svg+xml' }]);
    expect(await send(stood.edge.port, chunked(FORM_TYPE, form))).toBe(403);
  });
});

describe('what is not a file', () => {
  it('is looked at as far as the site says, and refused beyond', async () => {
    const stood = await limited({ bodyBytes: 4 * MIB });
    expect(await send(stood.edge.port, document(3.8 * MEGABYTE))).toBe(200);
    expect(await send(stood.edge.port, document(3.8 * MEGABYTE, ATTACK))).toBe(403);
    expect(await send(stood.edge.port, document(6 * MEGABYTE))).toBe(413);
    expect(loggedBy(stood)[2]).toEqual(LONG_BODY);
    const short = await limited({ bodyBytes: 64 * 1024 });
    expect(await send(short.edge.port, wire(typed('application/json'), list(60_000, 'x')))).toBe(200);
    expect(await send(short.edge.port, wire(typed('application/json'), list(80_000, 'x')))).toBe(413);
  });

  it('passes unseen where the site chose so, its beginning inspected', async () => {
    const stood = await limited({ bodyBeyond: PASS });
    expect(await send(stood.edge.port, document(3 * MEGABYTE, ATTACK))).toBe(200);
    const early = utf8(JSON.stringify([ATTACK, 'some ordinary words '.repeat(150_000)]));
    expect(await send(stood.edge.port, chunked(typed('application/json'), early))).toBe(403);
    const fields = browserForm(
      Array.from({ length: 60 }, (_, index) => ({ name: `f${index}`, value: 'words '.repeat(10_000) })),
    );
    expect(await send(stood.edge.port, chunked(FORM_TYPE, fields))).toBe(200);
  });

  it('in log-only mode passes and is recorded', async () => {
    const stood = await limited({ uploadBytes: MIB, filesBeyond: REFUSE });
    stood.edge.configure(({ policy }) => {
      policy!.mode = edgeV1.EngineMode.DETECTION_ONLY;
      policy!.inspection = {
        $typeName: 'palisade.edge.v1.InspectionLimits',
        ...DEFAULTS,
        uploadBytes: MIB,
        filesBeyond: REFUSE,
      };
    });
    expect(await send(stood.edge.port, upload(picture(3 * MEGABYTE)))).toBe(200);
    expect(await send(stood.edge.port, document(3 * MEGABYTE))).toBe(200);
    expect(loggedBy(stood).map(([action, reason, rule]) => [action, reason, rule])).toEqual([
      [EdgeAction.LOG_ONLY, 'body_too_large', 129],
      [EdgeAction.LOG_ONLY, 'rule', 123],
    ]);
  });
});
