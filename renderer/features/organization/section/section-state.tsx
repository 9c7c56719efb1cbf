import { type ReactNode, useEffect, useRef } from 'react';

import { formatAgo } from '../../../../shared/text/format.ts';
import { organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { SECOND } from '../../../../shared/units.ts';
import type { Fault } from '../../../../shared/fault.ts';
import { Button } from '../../../components/controls/button.tsx';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { useKeptFocus } from '../../../components/overlay/restore-focus.ts';
import { useNow } from '../../../state/clock.ts';
import type { SectionStore } from '../../../state/reading/section.ts';
import { announceFault } from '../../../state/announcements.ts';
import { classes } from '../../../components/classes.ts';
import styles from './section.module.css';
import layout from '../../../components/layout/layout.module.css';

/** Reads a part of the organization when it comes on show; what went wrong there is old news once it is left. */
export function useReading<T>(of: SectionStore<T>): void {
  useEffect(() => {
    if (!of.use.getState().isReading) void of.read();
    return of.tidy;
  }, [of]);
}

/** Has a part of the organization read that is not known yet, once that makes sense. */
export function useKnowing<T>(of: SectionStore<T>, makesSense = true): void {
  useEffect(() => {
    const { value, isReading } = of.use.getState();
    if (makesSense && value === null && !isReading) void of.read();
  }, [of, makesSense]);
}

/** How a part of the organization stands: what went wrong, and when the service was asked. */
export function Standing<T>({ of, isQuiet = false }: { readonly of: SectionStore<T>; readonly isQuiet?: boolean }) {
  const { value, fault, isReading } = of.use();
  useEffect(() => {
    // In a question that is open it is said there.
    if (fault !== null && document.querySelector('[data-modal]') === null) announceFault(fault);
  }, [fault]);
  return (
    <>
      {fault === null ? null : (
        // In sight however far down the line is that was changed.
        <div className={styles['news']}>
          <FaultNotice
            fault={fault}
            saidTitle={words.said}
            again={{ label: words.again, onPress: () => void of.read() }}
          />
        </div>
      )}
      {value === null && fault === null && isReading ? <p className={layout['soft']}>{words.reading}</p> : null}
      {value === null || isQuiet ? null : <Checked of={of} />}
    </>
  );
}

/** When the service was asked; nothing here is heard of by itself. */
function Checked<T>({ of }: { readonly of: SectionStore<T> }) {
  const { atMs, isReading } = of.use();
  const nowMs = useNow(10 * SECOND);
  return (
    <div className={styles['checked']}>
      <span className={layout['soft']}>{words.checked(formatAgo(atMs ?? nowMs, Math.max(nowMs, atMs ?? 0)))}</span>
      <Button look="quiet" isDisabled={isReading} onPress={() => void of.read()}>
        {words.checkNow}
      </Button>
    </div>
  );
}

/** A page of a tab, scrolled as a whole. What has the focus may go with a change: then the page has it. */
export function Page({ children }: { readonly children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null);
  useKeptFocus(page);
  return (
    <div className={classes(layout['scrolls'], styles['page'])} ref={page} tabIndex={-1}>
      <div className={styles['column']}>{children}</div>
    </div>
  );
}

/** A part of a page under a heading. */
export function Part({ title, about, children }: PartProps) {
  return (
    <section className={styles['part']} aria-label={title}>
      <h2 className={styles['title']}>{title}</h2>
      {about === undefined ? null : <p className={layout['soft']}>{about}</p>}
      {children}
    </section>
  );
}

interface PartProps {
  readonly title: string;
  readonly about?: string | undefined;
  readonly children: ReactNode;
}

/** One fact, and what changes it. */
export function Fact({ label, end, children }: FactProps) {
  return (
    <li className={styles['fact']}>
      <span className={styles['label']}>{label}</span>
      <span className={styles['value']}>{children}</span>
      {end === undefined || end === null ? null : <span className={styles['end']}>{end}</span>}
    </li>
  );
}

interface FactProps {
  readonly label: string;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** What a question about a part of the organization needs. */
export interface Answering {
  readonly fault: Fault | null;
  readonly isBusy: boolean;
  /** Carries the answer out; once that is done, and not before, the question is put away. */
  readonly answer: (work: () => Promise<boolean>) => void;
  /** Puts the question away, and what went wrong with it. */
  readonly close: () => void;
}

/** The answering of a question about a part of the organization. */
export function useAnswering<T>(of: SectionStore<T>, onClose: () => void): Answering {
  const { fault, changing } = of.use();
  return {
    fault,
    isBusy: changing !== null,
    answer: work => void work().then(isDone => (isDone ? onClose() : undefined)),
    close: () => {
      of.tidy();
      onClose();
    },
  };
}
