import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { copiedDetails, diagnosticsWords as words } from '../../../shared/text/diagnostics-window.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { announce } from '../../stores/saying.ts';
import { useAbout } from '../../stores/settings.ts';

/** What is copied, beside the version of Benchtop. */
export interface CopyDetailsProps {
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly operation: string;
  readonly status?: string | null;
  readonly errorCode?: string | null;
  readonly correlationId?: string | null;
  readonly text: string;
}

/** Copies the facts that whoever helps asks for first. */
export function CopyDetails({ time, operation, status, errorCode, correlationId, text }: CopyDetailsProps) {
  const version = useAbout(state => state.about?.version ?? null);
  const facts = {
    time,
    operation,
    status: status ?? null,
    errorCode: errorCode ?? null,
    correlationId: correlationId ?? null,
    version,
    text,
  };
  return (
    <CopyButton
      text={copiedDetails(facts)}
      label={words.copyDetails}
      done={words.copied}
      failed={words.notCopied}
      onSaid={announce}
    />
  );
}

/** The same for a fault that this screen shows. */
export function CopyFault({ fault, operation }: { readonly fault: Fault; readonly operation: string }) {
  // When it was first shown: that is when it happened, as far as anybody knows.
  const [time] = useState(() => new Date().toISOString());
  const status = 'status' in fault && fault.status !== undefined ? String(fault.status) : null;
  const correlationId = 'correlationId' in fault ? (fault.correlationId ?? null) : null;
  return (
    <CopyDetails
      time={time}
      operation={operation}
      status={status}
      errorCode={fault.kind}
      correlationId={correlationId}
      text={faultLine(fault)}
    />
  );
}
