/** A translation catalogue (gettext): its magic number in either byte order, and the offsets of two tables of the same size. */
const MO_MARK = 0x950412de;
const MO_HEAD = 28;
const MO_ENTRY = 8;

/** A program of Windows: `MZ`, and where the head of the program stands that begins so. */
const MZ = 0x5a4d;
const PE_AT = 60;
const PE = 0x4550;

/** Compiled Python: a line end behind the version, its head in 8, 12 or 16 bytes, and then one code object, which others may refer to. */
const PYC_LINE_END = 0x0a0d;
const PYC_HEADS = [8, 12, 16];
const PYC_CODE = new Set([0x63, 0xe3]);
/** Its number stands first in a code object; a module has none. */
const MAX_PARAMETERS = 255;
/** Of Python 2.7 to what comes; two bytes, in steps. */
const PYC_VERSIONS = { min: 3_000, max: 4_500 } as const;
const PY2_VERSION = 62_211;

/**
 * Whether a message is a file that holds programs' texts, by its head and not by a mark alone: catalogues of translations, programs of
 * Windows, compiled Python. Their first bytes might begin a text, and what they hold looks like commands and files of a server.
 */
export function isProgramFile(bytes: Buffer): boolean {
  return (
    bytes.length >= MO_HEAD && (isCatalogue(bytes) || isWindowsProgram(bytes) || isCompiledPython(bytes))
  );
}

function isCatalogue(bytes: Buffer): boolean {
  const isLittle = bytes.readUInt32LE(0) === MO_MARK;
  if (!isLittle && bytes.readUInt32BE(0) !== MO_MARK) return false;
  const word = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const [count, originals, translations] = [word(8), word(12), word(16)];
  const table = count * MO_ENTRY;
  return (
    count > 0 &&
    originals >= MO_HEAD &&
    translations >= originals + table &&
    translations + table <= bytes.length
  );
}

function isWindowsProgram(bytes: Buffer): boolean {
  if (bytes.readUInt16LE(0) !== MZ || bytes.length < PE_AT + 4) return false;
  const at = bytes.readUInt32LE(PE_AT);
  return at + 4 <= bytes.length && bytes.readUInt32LE(at) === PE;
}

function isCompiledPython(bytes: Buffer): boolean {
  const version = bytes.readUInt16LE(0);
  const isKnown = version === PY2_VERSION || (version >= PYC_VERSIONS.min && version <= PYC_VERSIONS.max);
  return (
    isKnown &&
    bytes.readUInt16LE(2) === PYC_LINE_END &&
    PYC_HEADS.some((at) => PYC_CODE.has(bytes[at]!) && bytes.readUInt32LE(at + 1) <= MAX_PARAMETERS)
  );
}
