import type { ReactNode } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { faultText } from '../../../shared/text/faults.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../controls/button.tsx';
import { CopyFault } from './copy-details.tsx';
import { Notice } from './notice.tsx';

/** What went wrong, and the button that tries again. */
export interface FaultNoticeProps {
  readonly fault: Fault;
  /** The service's own words are quoted after this. */
  readonly saidTitle: string;
  readonly again?: { readonly label: string; readonly onPress: () => void };
  /** The call that failed, where it was not noted. */
  readonly operation?: string;
  /** What else can be done about it. */
  readonly children?: ReactNode;
}

/** A fault in words: what happened, what is safe, what to do, and the facts that support asks for. */
export function FaultNotice({ fault, saidTitle, again, children, operation }: FaultNoticeProps) {
  const { title, sentence, remedy, said } = faultText(fault);
  return (
    // A service that does not answer, or asks to wait, needs no hand: it is tried again by itself.
    <Notice tone={fault.kind === 'offline' || fault.kind === 'busy' ? 'wait' : 'alert'} title={title}>
      <span>{inWindow(`${sentence} ${remedy}`.trim())}</span>
      {said.length === 0 ? null : (
        <q dir="auto">{shownName(`${saidTitle}: ${said.join(' ')}`.replaceAll(/\s+/g, ' '))}</q>
      )}
      {again === undefined ? null : (
        <Button look="quiet" onPress={again.onPress}>
          {again.label}
        </Button>
      )}
      {children}
      <CopyFault fault={fault} {...(operation === undefined ? {} : { operation })} />
    </Notice>
  );
}
