import type { ByteString } from '../../model/api.ts';
import type { ByteArena } from '../../model/byte-arena.ts';
import type { PackedArguments } from '../../model/packed-arguments.ts';
import type { Pausable, ReadingBudget } from '../../model/pausable.ts';
import type { MultipartFlags } from './multipart-flags.ts';

/** Limits of a request. Each bounds its memory and work. */
export type RequestLimit =
  | 'arguments'
  | 'JSON depth'
  | 'JSON member names'
  | 'XML depth'
  | 'XML elements'
  | 'XML entities'
  | 'multipart header'
  | 'further readings'
  | 'packed texts'
  | 'contents of a file'
  | 'inspection work';

/** Where body processors put what they find, and count what they do. */
export interface BodySink {
  readonly budget: ReadingBudget;
  /** False once the argument limit is reached: the processor stops, and the transaction knows that there was more. */
  argument(key: ByteString, value: ByteString): boolean;
  /** How many arguments there is room for; a processor that has more says so with {@link limitExceeded}. */
  argumentsLeft(): number;
  /** Something was left out, or a body not read to its end, because of this limit. */
  limitExceeded(limit: RequestLimit): void;
  /** Many at once; no more than there is room for. */
  packedArguments(found: PackedArguments): void;
  urlEncodedError(): void;
  file(part: FilePart): void;
  /** A part that is no file, beside the argument that it is. */
  field(content: ByteString, type: ByteString): void;
  /** Another name that a server may take the file by. */
  furtherFilename(partName: ByteString, filename: ByteString): void;
  multipartName(name: ByteString): void;
  multipartFilename(filename: ByteString): void;
  partHeader(partName: ByteString, line: ByteString): void;
  multipartFlags(flags: Readonly<MultipartFlags>): void;
  /** What remains to be done with it; `null`: nothing. */
  xmlDocument(document: XmlDocument): Pausable<void> | null;
}

export interface FilePart {
  name: ByteString;
  filename: ByteString;
  content: ByteString;
  /** As its part says it; empty: it does not. */
  type: ByteString;
}

/** What `XML:…` selectors are answered from. */
export interface XmlDocument {
  select(path: ByteString, budget: ReadingBudget): Pausable<readonly ByteString[]>;
  /** How many texts stand between two tags; those of `//text()`, one by one. */
  readonly textCount: number;
  textAt(index: number): ByteString;
  /** Texts of elements that are interrupted by other elements or sections: joined. */
  elementTexts(budget: ReadingBudget): Pausable<ByteString[]>;
}

/** A body as text or as bytes, whichever a processor asks for. */
export interface BodySource {
  readonly length: number;
  readonly text: ByteString;
  /** The body, with space after it for the results of a processor. */
  bytes(): ByteArena;
}

export interface BodyProcessorInput {
  readonly body: BodySource;
  readonly contentType: ByteString;
  readonly limits: BodyProcessorLimits;
}

export interface BodyProcessorLimits {
  readonly jsonDepth: number;
  readonly argumentSeparator: string;
  readonly fileCount: number;
  /** Bytes of a body apart from uploaded files; 0: no limit. */
  readonly bodyWithoutFiles: number;
  /** For multipart bodies: fields also without their encodings, file names also from `filename*`. */
  readonly everyReading: boolean;
}

/** Returns what is wrong with the body, or `null`. Never throws, whatever the bytes are; pauses where a slice is over. */
export type BodyProcessor = (input: BodyProcessorInput, sink: BodySink) => Pausable<string | null>;
