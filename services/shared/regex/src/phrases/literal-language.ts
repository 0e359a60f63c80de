import { FOUND_EVERYWHERE, type TextAutomaton } from '../automata/text-automaton.ts';

/** Where one of the literals stands in a text. */
export type LiteralPlace = 'whole' | 'start' | 'anywhere' | 'end';

const HOPELESS = -2;
const ROOT = 0;

interface TrieNode {
  readonly children: Map<number, number>;
  /** A literal ends here, or, where they may begin anywhere, one that is the end of this text. */
  ends: boolean;
  /** The longest proper end of this text that is the beginning of a literal. */
  fallback: number;
}

const newNode = (): TrieNode => ({ children: new Map(), ends: false, fallback: ROOT });

/** The texts that are one of the literals, begin with it, contain it or end with it. States are nodes of their trie. */
export class LiteralLanguage implements TextAutomaton {
  readonly start: number;
  readonly classOfByte: Uint16Array;
  private readonly nodes: TrieNode[] = [newNode()];
  private readonly anchored: boolean;
  private readonly goesOn: boolean;
  private readonly anyCase: boolean;

  /**
   * @param literals byte strings
   * @param anyCase ASCII letters of texts are taken as lower-case, as literals have them
   */
  constructor(literals: readonly string[], place: LiteralPlace, anyCase: boolean) {
    this.anchored = place === 'whole' || place === 'start';
    this.goesOn = place === 'start' || place === 'anywhere';
    this.anyCase = anyCase;
    for (const literal of literals) this.add(literal);
    if (!this.anchored) this.setFallbacks();
    this.classOfByte = this.classesOf(literals);
    this.start = this.stateOf(ROOT);
  }

  next(state: number, byte: number): number {
    if (state < 0) return state;
    const folded = this.folded(byte);
    let node = state;
    for (;;) {
      const child = this.nodes[node]!.children.get(folded);
      if (child !== undefined) return this.stateOf(child);
      if (this.anchored) return HOPELESS;
      if (node === ROOT) return this.stateOf(ROOT);
      node = this.nodes[node]!.fallback;
    }
  }

  accepts(state: number): boolean {
    return state === FOUND_EVERYWHERE || (state >= 0 && this.nodes[state]!.ends);
  }

  isHopeless(state: number): boolean {
    return state === HOPELESS;
  }

  private stateOf(node: number): number {
    return this.goesOn && this.nodes[node]!.ends ? FOUND_EVERYWHERE : node;
  }

  private add(literal: string): void {
    let node = ROOT;
    for (let at = 0; at < literal.length; at++) {
      const { children } = this.nodes[node]!;
      const byte = literal.charCodeAt(at);
      let child = children.get(byte);
      if (child === undefined) {
        child = this.nodes.push(newNode()) - 1;
        children.set(byte, child);
      }
      node = child;
    }
    this.nodes[node]!.ends = true;
  }

  /** Breadth first: those of shorter texts are known when longer ones need them. */
  private setFallbacks(): void {
    const queue = [...this.nodes[ROOT]!.children.values()];
    for (const at of queue) {
      const node = this.nodes[at]!;
      node.ends ||= this.nodes[node.fallback]!.ends;
      for (const [byte, child] of node.children) {
        let from = node.fallback;
        while (from !== ROOT && !this.nodes[from]!.children.has(byte)) from = this.nodes[from]!.fallback;
        this.nodes[child]!.fallback = this.nodes[from]!.children.get(byte) ?? ROOT;
        queue.push(child);
      }
    }
  }

  private classesOf(literals: readonly string[]): Uint16Array {
    const known = new Map<number, number>();
    for (const literal of literals)
      for (let at = 0; at < literal.length; at++) {
        const byte = literal.charCodeAt(at);
        if (!known.has(byte)) known.set(byte, known.size + 1);
      }
    return Uint16Array.from({ length: 256 }, (_, byte) => known.get(this.folded(byte)) ?? 0);
  }

  private folded(byte: number): number {
    return this.anyCase && byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
  }
}
