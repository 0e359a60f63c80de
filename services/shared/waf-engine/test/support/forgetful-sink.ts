import { StepBudget } from '@palisade/regex';
import type { BodySink, XmlDocument } from '../../src/evaluate/body-processors/types.ts';
import type { PackedArguments } from '../../src/model/packed-arguments.ts';
import type { Pausable } from '../../src/model/pausable.ts';

/** Takes a body processor's output, and stores only its length. */
export class DiscardingSink implements BodySink {
  readonly budget = new StepBudget();
  seen = 0;

  argument(key: string, value: string): boolean {
    this.seen += key.length + value.length + 1;
    return true;
  }
  argumentsLeft(): number {
    return Number.POSITIVE_INFINITY;
  }
  packedArguments(found: PackedArguments): void {
    this.seen += found.bytesTotal + found.count;
  }
  limitExceeded(): void {
    this.seen++;
  }
  urlEncodedError(): void {
    this.seen++;
  }
  file({ name, filename, content }: { name: string; filename: string; content: string }): void {
    this.seen += name.length + filename.length + content.length;
  }
  multipartName(name: string): void {
    this.seen += name.length;
  }
  multipartFilename(filename: string): void {
    this.seen += filename.length;
  }
  field(content: string, type: string): void {
    this.seen += content.length + type.length;
  }
  furtherFilename(partName: string, filename: string): void {
    this.seen += partName.length + filename.length;
  }
  partHeader(partName: string, line: string): void {
    this.seen += partName.length + line.length;
  }
  multipartFlags(): void {
    this.seen++;
  }
  *xmlDocument(document: XmlDocument): Pausable<void> {
    for (const path of ['/*', '//@*']) this.seen += (yield* document.select(path, this.budget)).join().length;
  }
}
