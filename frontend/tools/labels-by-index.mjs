import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const ELEMENT = 1;

/**
 * To find the field of a label, jsdom walks the whole document, and it asks every label for each field whose name a test wants: with long
 * forms that was a fifth of a file's time. Here the document is walked once for each state of it, by the version that jsdom itself goes
 * by for lists that live.
 */
export function findLabelsByIndex() {
  // Its modules load each other, and do so in one order only.
  require('jsdom');
  const { implementation: Label } = require('jsdom/lib/jsdom/living/nodes/HTMLLabelElement-impl.js');
  const { isLabelable } = require('jsdom/lib/jsdom/living/helpers/form-controls.js');
  const { domSymbolTree } = require('jsdom/lib/jsdom/living/helpers/internal-constants.js');
  const { get: walk } = Object.getOwnPropertyDescriptor(Label.prototype, 'control');
  const indexes = new WeakMap();

  function indexOf(root) {
    const kept = indexes.get(root);
    if (kept?.version === root._version) return kept.byId;
    const byId = new Map();
    for (const node of domSymbolTree.treeIterator(root)) {
      const id = node.nodeType === ELEMENT ? node.getAttributeNS(null, 'id') : null;
      if (id !== null && !byId.has(id)) byId.set(id, node);
    }
    indexes.set(root, { version: root._version, byId });
    return byId;
  }

  Object.defineProperty(Label.prototype, 'control', {
    configurable: true,
    get() {
      const id = this.getAttributeNS(null, 'for');
      // The field within it, or none.
      if (id === null || id === '') return walk.call(this);
      const element = indexOf(this.getRootNode({})).get(id);
      return element !== undefined && isLabelable(element) ? element : null;
    },
  });
}
