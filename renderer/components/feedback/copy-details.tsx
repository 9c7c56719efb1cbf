import { createContext, useContext, useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { copiedDetails, diagnosticsWords as words } from '../../../shared/features/diagnostics/window-text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { CopyButton } from './copy-button.tsx';

/** What the window knows of faults that no part of it shows. */
export interface FaultFacts {
  /** Of Benchtop; null while it is not known. */
  readonly version: string | null;
  /** What was asked when it happened, and when; null when no origin was noted. */
  readonly originOf: (fault: Fault) => { readonly operation: string; readonly time: string } | null;
  /** Tells screen readers. */
  readonly onSaid: (text: string) => void;
}

/** Set once, at the top of the window. */
export const FaultFactsContext = createContext<FaultFacts>({
  version: null,
  originOf: () => null,
  onSaid: () => undefined,
});

/** What is copied, beside the version of Benchtop. */
export interface CopyDetailsProps {
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly operation: string;
  readonly status?: string | null;
  readonly errorCode?: string | null;
  readonly correlationId?: string | null;
  readonly text: string;
  /** Further lines, each a text of its own. */
  readonly more?: readonly string[];
}

/** Copies the facts that support asks for first. Nothing secret is in them. */
export function CopyDetails({ status, errorCode, correlationId, more, ...facts }: CopyDetailsProps) {
  const { version, onSaid } = useContext(FaultFactsContext);
  const whole = {
    ...facts,
    status: status ?? null,
    errorCode: errorCode ?? null,
    correlationId: correlationId ?? null,
    version,
    more: more ?? [],
  };
  return (
    <CopyButton
      text={copiedDetails(whole)}
      label={words.copyDetails}
      done={words.copied}
      failed={words.notCopied}
      onSaid={onSaid}
    />
  );
}

/** The same for a fault. @param operation used when the call that failed was not noted. */
export function CopyFault({ fault, operation = 'window' }: { readonly fault: Fault; readonly operation?: string }) {
  const { originOf } = useContext(FaultFactsContext);
  // Without a note the time of the fault is the time at which it was first shown.
  const [shownAt] = useState(() => new Date().toISOString());
  const origin = originOf(fault);
  return (
    <CopyDetails
      time={origin?.time ?? shownAt}
      operation={origin?.operation ?? operation}
      status={'status' in fault && fault.status !== undefined ? String(fault.status) : null}
      errorCode={fault.kind}
      correlationId={'correlationId' in fault ? (fault.correlationId ?? null) : null}
      text={faultLine(fault)}
    />
  );
}
