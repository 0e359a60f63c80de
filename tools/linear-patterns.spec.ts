// No pattern in the product's code takes more than linear time, whatever the text: a blank run of 30 KB in a header once
// held a worker for a second. recheck proves it, or finds a text that takes longer; for a few patterns it can do neither in
// time, and how many depends on the machine, so only patterns that are known to be slow fail. What recheck has found of a
// pattern never changes, so most are checked once: `node tools/run-ts.mjs tools/linear-patterns/record-checked.ts` writes
// them to a file. This test checks those that it does not name.
import { check } from 'recheck';
import { checkedKey, productPatterns, readChecked } from './linear-patterns/patterns.ts';

const PATTERN_MS = 5_000;
/** Maximum number of patterns that are checked at each run; then they are to be recorded. */
const MAX_UNRECORDED = 60;

/** Patterns that take longer, the files where they are allowed, and why. */
const EXCUSED: Readonly<Record<string, { in: readonly string[]; why: string }>> = {
  '/\\/+$/': {
    in: [
      'services/auth/src/config/config.ts',
      'services/mailer/src/config/config.ts',
      'deploy/installation/src/operator/backup/store/open-store.ts',
    ],
    why: 'ends of addresses in settings, which the operator writes',
  },
  '/[^\\p{L}]+$/u': {
    in: ['services/auth/src/modules/passwords/common-passwords.ts'],
    why: 'passwords, which are bounded in length before',
  },
  '/\\[[^\\]]*\\]/g': {
    in: ['services/shared/waf-engine/src/evaluate/libinjection/sql-fingerprints.ts'],
    why: 'our own table of fingerprints, read once',
  },
  '/--([^\\r\\n]{1,200}?)[\\t ]*\\r?\\n/y': {
    in: ['services/shared/waf-engine/src/evaluate/body-processors/lenient-parts.ts'],
    why: 'tried at one place only, with at most 200 places for the blanks to begin',
  },
  '/\\/\\*[\\s\\S]*?\\*\\//g': {
    in: ['deploy/installation/src/operator/upgrade/migration-rules.ts'],
    why: 'our own migrations, read by a test',
  },
  '/([:.=])(\\^?)((?:\\\\[\\\\\\]]|(?!\\[\\1|\\1\\]|\\\\[\\\\\\]])[^\\]])*)\\1\\]/y': {
    in: ['services/shared/regex/src/syntax/parse-class.ts'],
    why: 'tried at one place only, and no further than the next one of its kind',
  },
  '/%\\{([A-Za-z_]+)(?:[.:]([^}]*))?\\}/g': {
    in: ['services/shared/waf-engine/src/compile/seclang/parse-macros.ts'],
    why: 'rule files of the operator, read once',
  },
  '/^(\\s*!?\\s*)@([A-Za-z0-9_]+)(\\s*)/': {
    in: ['services/shared/waf-engine/src/compile/seclang/parse-operator.ts'],
    why: 'rule files of the operator, read once',
  },
  // Not slow: recheck suspects them, given enough time, since it takes large bounds for none.
  '/^(?=.{1,1024}$)[\\w-]+\\.[\\w-]+\\.[\\w-]+$/': {
    in: ['services/auth/src/http/refresh-cookie.ts'],
    why: 'at most 1,024 characters, and no character belongs to two parts',
  },
  '/<(?:[!?]|[A-Za-z_:][\\w.:-]{0,256}[\\s/>])/y': {
    in: ['services/shared/waf-engine/src/evaluate/body-processors/sniff.ts'],
    why: 'tried at one place only, with a bounded name',
  },
  '/(?:-[ \\t]+)*(?:[\\w.-]{1,64}|"[^"\\n]{1,64}"|\'[^\'\\n]{1,64}\'):(?:[ \\t]|\\r?\\n)/y': {
    in: ['services/shared/waf-engine/src/evaluate/body-processors/yaml-scalars.ts'],
    why: 'tried at one place only, with bounded names',
  },
  '/("(?:jku|x5u)"\\s{0,4}:\\s{0,4}")(https:\\/\\/[\\w.-]{1,200}(?::[0-9]{1,5})?)(?=\\/)/g': {
    in: ['services/shared/waf-engine/src/evaluate/request-readings/token-claims.ts'],
    why: 'every repeat is bounded',
  },
  '/"iss"\\s{0,4}:\\s{0,4}"(https:\\/\\/[\\w.-]{1,200}(?::[0-9]{1,5})?)["/]/g': {
    in: ['services/shared/waf-engine/src/evaluate/request-readings/token-claims.ts'],
    why: 'every repeat is bounded',
  },
  '/;\\s*boundary\\s*=\\s*(?:"([^"]{1,200})"|([^\\s;,"]{1,200}))/i': {
    in: ['services/waf-proxy/src/features/inspection/form-windows.ts'],
    why: 'blanks contain no semicolon, so each is read once',
  },
  '/(?:(?!%2[26]|%27|%0[AaDd]|%3[Cc]|\\\\["\'nr])[^&;,\\r\\n"\'`<>{}|]){1,4096}/y': {
    in: ['services/waf-proxy/src/features/recording/masking/assignments.ts'],
    why: 'tried at one place only, with a bounded length',
  },
  '/^\\s{0,100}multipart\\/[^;]{1,100};.{0,1000}?(?:^|[;\\s])boundary="?([^";,\\s]{1,200})/i': {
    in: ['services/waf-proxy/src/features/recording/masking/mask-request.ts'],
    why: 'every repeat is bounded',
  },
  "/[;\\s]name\\*\\s{0,10}=\\s{0,10}\"?[\\w-]{0,40}'[^'\\r\\n]{0,40}'([^\";\\s]{1,200})/i": {
    in: ['services/waf-proxy/src/features/recording/masking/mask-text.ts'],
    why: 'every repeat is bounded',
  },
  '/[;\\s]name\\s{0,10}=\\s{0,10}(?:"([^"\\r\\n]{0,200})"|([^";\\s]{1,200}))/i': {
    in: ['services/waf-proxy/src/features/recording/masking/mask-text.ts'],
    why: 'every repeat is bounded',
  },
  '/(?:(?!%2[Ff]|%3[Ff]|%40|%25)[^/?#@\\s"\'<>&]){1,256}(?=@|%40|%2540)/y': {
    in: ['services/waf-proxy/src/features/recording/masking/scanned-shapes.ts'],
    why: 'tried at one place only, with a bounded length',
  },
  '/(?:[?&;]|%3F|%26|%3B)([\\w.-]{1,100})(?:=|%3D)/gi': {
    in: ['services/waf-proxy/src/node/telemetry/masked-address.ts'],
    why: 'every repeat is bounded',
  },
  '/(:\\/\\/[^\\s:@/]{0,100}):[^\\s@/]{1,300}@/g': {
    in: ['deploy/installation/src/operator/base/masking.ts'],
    why: 'every repeat is bounded',
  },
  '/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g': {
    in: ['deploy/installation/src/operator/support-bundle/scrub.ts'],
    why: 'it matches to the end of the text if no end of a key follows, so nothing is read twice',
  },
  '/\\$(\\w*)\\$[\\s\\S]*?\\$\\1\\$/g': {
    in: ['deploy/installation/src/operator/upgrade/migration-rules.ts'],
    why: 'our own migrations, read by a test',
  },
};

const patterns = productPatterns();

it('every pattern of the services takes linear time', async () => {
  // Far fewer would mean that they are no longer found.
  expect(patterns.size).toBeGreaterThan(800);
  const checked = readChecked();
  const unrecorded = [...patterns].flatMap(([text, { source, flags, files }]) => {
    const excused = new Set(EXCUSED[text]?.in);
    const file = [...files].find((one) => !excused.has(one));
    return file === undefined || checked.has(checkedKey(text)) ? [] : [{ text, source, flags, file }];
  });
  expect(unrecorded.length).toBeLessThanOrEqual(MAX_UNRECORDED);
  const faults: string[] = [];
  for (const { text, source, flags, file } of unrecorded) {
    const { status, complexity } = await check(source, flags, { timeout: PATTERN_MS });
    if (status === 'vulnerable') faults.push(`${file}: ${text} is ${complexity?.summary}`);
  }
  expect(faults).toEqual([]);
});

it('no exception is left over', () => {
  const idle = Object.entries(EXCUSED).flatMap(([text, excuse]) =>
    excuse.in.filter((file) => !patterns.get(text)?.files.has(file)).map((file) => `${file}: ${text}`),
  );
  expect(idle).toEqual([]);
});
