import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { customResourceDefinitionsText } from './crd.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
for (const file of ['k8s/components/sites/crds.yaml', 'k8s/helm/palisade/files/sites-crds.yaml'])
  writeFileSync(path.join(root, file), customResourceDefinitionsText());
