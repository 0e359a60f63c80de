import { useState } from 'react';
import type { CertificateUpload } from '../../../../shared/api/openapi.gen.ts';
import { type Problem, toProblem } from '../../../../shared/lib/problem.ts';
import { attempt } from '../../../../shared/ui/attempt.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Textarea } from '../../../../shared/ui/input.tsx';

interface PemUploadProps {
  upload: (pair: CertificateUpload) => Promise<unknown>;
  onDone: () => void;
}

/** Fields for a certificate and its key; what is wrong with one of them shows at it. */
export function PemUpload({ upload, onDone }: PemUploadProps) {
  const [chain, setChain] = useState('');
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Problem['errors']>([]);
  const faultOf = (field: keyof CertificateUpload) => faults?.find(({ path }) => path === field)?.message;
  const showAtFields = (error: unknown): boolean => {
    const { errors = [] } = toProblem(error);
    setFaults(errors);
    return errors.length > 0;
  };
  const send = async () => {
    setBusy(true);
    setFaults([]);
    const done = await attempt(upload({ certificate_chain: chain, private_key: key }), {
      success: 'Certificate uploaded',
      failure: 'Failed to upload the certificate',
      refused: showAtFields,
    });
    setBusy(false);
    if (done) onDone();
  };
  return (
    <div className="grid grid-cols-1 gap-4 rounded-md border border-line p-4">
      <Field
        label="Certificate chain (PEM)"
        required
        hint="Leaf first, then intermediates."
        error={faultOf('certificate_chain')}
      >
        <Textarea
          rows={5}
          className="font-mono text-xs"
          spellCheck={false}
          placeholder="-----BEGIN CERTIFICATE-----"
          value={chain}
          onChange={(event) => setChain(event.target.value)}
        />
      </Field>
      <Field
        label="Private key (PEM)"
        required
        hint="Stored encrypted, so that only the edge can read it; it is never shown again."
        error={faultOf('private_key')}
      >
        <Textarea
          rows={4}
          className="font-mono text-xs"
          spellCheck={false}
          autoComplete="off"
          placeholder="-----BEGIN PRIVATE KEY-----"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button busy={busy} disabled={chain.trim() === '' || key.trim() === ''} onClick={send}>
          Upload certificate
        </Button>
      </div>
    </div>
  );
}
