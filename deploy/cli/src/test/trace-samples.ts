// Requests out of a trace of Playwright: a ZIP archive whose `.network` files have an entry of an HTTP archive in each line, and whose
// `resources` folder has the bodies, named by `_file` (older versions: `_sha1`). Playwright records no bodies with files.
import { readFileSync } from 'node:fs';
import { CommandError } from '@palisade/command-line';
import { parseJson, readHar, type Sample } from '@palisade/waf-proxy/judge';
import { strFromU8, type Unzipped, unzipSync } from 'fflate';

/** Of all members that are read, unpacked: their sizes stand in the archive, and longer ones are an error. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
const NETWORK = /(?:^|\/)[\w-]*\.network$/;
const RESOURCES = 'resources/';

interface Snapshot {
  request?: { url?: unknown; postData?: { _file?: unknown; _sha1?: unknown; text?: unknown } | null };
}

/** Requests of pages and workers to http and https addresses, in the trace's order. @throws CommandError `file_unreadable`; SampleError */
export function* traceSamples(file: string): Generator<Sample> {
  const archive = readFileSync(file);
  const snapshots = Object.values(members(file, archive, (name) => NETWORK.test(name))).flatMap(snapshotsIn);
  const wanted = new Set(snapshots.map(bodyName).filter((name) => name !== null));
  const bodies = members(file, archive, (name) => wanted.has(name));
  for (const snapshot of snapshots) {
    const body = bodies[bodyName(snapshot) ?? ''];
    if (body !== undefined)
      Object.assign(snapshot.request!.postData!, {
        text: Buffer.from(body).toString('base64'),
        encoding: 'base64',
      });
    yield* readHar(snapshot);
  }
}

function members(file: string, archive: Uint8Array, isWanted: (name: string) => boolean): Unzipped {
  let bytes = 0;
  try {
    return unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        if (!isWanted(name)) return false;
        bytes += originalSize;
        if (bytes > MAX_UNPACKED_BYTES)
          throw new Error(`it unpacks to more than ${MAX_UNPACKED_BYTES} bytes`);
        return true;
      },
    });
  } catch (cause) {
    throw new CommandError(
      'file_unreadable',
      `${file} cannot be read: ${(cause as Error).message}`,
      'Its name says that it is a trace of Playwright.',
      { cause },
    );
  }
}

function snapshotsIn(network: Uint8Array): Snapshot[] {
  const found: Snapshot[] = [];
  for (const line of strFromU8(network).split('\n')) {
    if (line === '') continue;
    const event = parseJson(line) as { type?: unknown; snapshot?: Snapshot } | null;
    if (event?.type !== 'resource-snapshot') continue;
    // Others (data:, blob:) never leave the browser.
    if (/^https?:/i.test(String(event.snapshot?.request?.url))) found.push(event.snapshot!);
  }
  return found;
}

/** The member of the archive that has a request's body; `null`: the entry has it, or there is none. */
function bodyName({ request }: Snapshot): string | null {
  const { text = '', _file: member, _sha1: name } = request?.postData ?? {};
  if (text !== '') return null;
  if (typeof member === 'string' && member.startsWith(RESOURCES)) return member;
  return typeof name === 'string' ? `${RESOURCES}${name}` : null;
}
